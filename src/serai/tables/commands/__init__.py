"""What may be done at a table: each command is a frozen dataclass that decides which changes carry it out.

`Service.carry_out` saves the changes. Commands of people check whose seat it is and whether it can be done now.
"""

from serai.tables.commands.bots import BotMove, Lapse
from serai.tables.commands.chance import CommitAnew, DrawBotNonces, OpenNonce
from serai.tables.commands.checks import check_turn, own
from serai.tables.commands.command import Command, SeatCommand
from serai.tables.commands.lessons import BeginLesson
from serai.tables.commands.links import LogOutOthers, MakeLink, RevokeLink, UseLink
from serai.tables.commands.marks import ReportMark
from serai.tables.commands.people import HandOver, Prefer, Resign, Say, TakeBack, VoteForRematch, VoteToStop
from serai.tables.commands.playing import TAUGHT, Confirm, Play, ReadOn, Undo, can_undo
from serai.tables.commands.sitting import Leave, Remove, Reserve, Sit, SitAtScreen, SitTogether

__all__ = [
    "TAUGHT",
    "BeginLesson",
    "BotMove",
    "Command",
    "CommitAnew",
    "Confirm",
    "DrawBotNonces",
    "HandOver",
    "Lapse",
    "Leave",
    "LogOutOthers",
    "MakeLink",
    "OpenNonce",
    "Play",
    "Prefer",
    "ReadOn",
    "Remove",
    "ReportMark",
    "Reserve",
    "Resign",
    "RevokeLink",
    "Say",
    "SeatCommand",
    "Sit",
    "SitAtScreen",
    "SitTogether",
    "TakeBack",
    "Undo",
    "UseLink",
    "VoteForRematch",
    "VoteToStop",
    "can_undo",
    "check_turn",
    "own",
]
