"""Schemas of requests and responses, for validation and for the OpenAPI document."""

from typing import Annotated, Any, Literal

from fastapi import Path
from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import SkipJsonSchema

from serai.core.seats import MOST_SEATS

Name = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{12}$", description="the table's name")]
SeatNumber = Annotated[int, Path(ge=0, lt=MOST_SEATS, description="a seat, from 0")]
Seat = Annotated[int, Field(ge=0, lt=MOST_SEATS)]
Hex = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Secret = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{32}$")]
MOST_NUMBER = 2**53  # that every program can hold
LinkNumber = Annotated[int, Path(ge=1, le=MOST_NUMBER, description="a personal link, as the view names it")]
DecisionNumber = Annotated[
    int, Field(ge=0, le=MOST_NUMBER, description="the decision that is answered, as the view names it")
]
Version = Annotated[
    int, Field(ge=0, le=MOST_NUMBER, description="instead of `decision`: a version of the table at which it was open")
]
Level = Literal["random", "traveller", "merchant", "vizier", "caliph"]


class Request(BaseModel):
    """A request, which refuses unknown fields."""

    model_config = ConfigDict(extra="forbid", strict=True)


class SeatPlan(Request):
    """The plan of a seat: for the player who opens the table (a person), a bot, or anyone with the link."""

    kind: Literal["person", "bot", "anyone"]
    level: Level | None = Field(default=None, description="of a bot")


class Clock(Request):
    """The time for a decision, and the bot that plays on when it is over."""

    kind: Literal["none", "move", "days"]
    seconds: Annotated[int, Field(ge=0, le=14 * 86_400)]
    stand_in: Level = "merchant"


class Setup(Request):
    """The game, its options, the seats and the clock."""

    game: Annotated[str, Field(max_length=40)]
    seats: Annotated[list[SeatPlan], Field(min_length=1, max_length=MOST_SEATS)]
    options: dict[str, bool] = Field(default={}, description="the game's own, such as `expert`")
    edition: dict[str, Any] | None = Field(default=None, description="other material than the standard edition's")
    clock: Clock | None = None
    hints: bool | None = Field(default=None, description="whether bots may be asked; by itself only for one person")
    chat: bool = True
    listed: bool = Field(default=False, description="whether strangers may sit down")


class Person(Request):
    """A person that sits down."""

    name: Annotated[str, Field(min_length=1, max_length=40)]
    nonce_commitment: Hex | None = Field(default=None, description="SHA-256 of a nonce; without it the server has one")


class NewTable(Request):
    """A table to open, and the people on its seats for persons, in their order."""

    setup: Setup
    people: Annotated[list[Person], Field(max_length=MOST_SEATS)] = []


class Sitting(Person):
    """A seat to take: the one named, or any free one."""

    seat: Seat | None = None
    link: Secret | None = Field(default=None, description="needed where the table is not listed")


class Nonce(Request):
    """The nonce of a commitment."""

    nonce: Hex


class Commitment(Request):
    """A commitment to another nonce, in place of one that was discarded."""

    round: Annotated[int, Field(ge=0, le=MOST_NUMBER, description="of commitments, as the view names it")]
    nonce_commitment: Hex | None = Field(default=None, description="SHA-256 of a nonce; without it the server has one")


class LastMark(Request):
    """The mark of the last view that a client was shown."""

    mark: Annotated[str, Field(min_length=1, max_length=100, description="as the view has it")]


class DecisionRequest(Request):
    """The decision that is answered: by its number, or by a version of the table at which it was open."""

    model_config = ConfigDict(json_schema_extra={"anyOf": [{"required": ["decision"]}, {"required": ["version"]}]})

    decision: DecisionNumber | SkipJsonSchema[None] = None
    version: Version | SkipJsonSchema[None] = None


class Move(DecisionRequest):
    """A move, in the game's notation."""

    move: Annotated[str, Field(min_length=1, max_length=200)]


class Wish(Request):
    """Yes or no."""

    wants: bool


class BotLevel(Request):
    """A bot's level."""

    level: Level


class Words(Request):
    """Something to say."""

    words: Annotated[str, Field(min_length=1, max_length=500)]


class Preference(Request):
    """Whether a turn's last decision waits to be confirmed."""

    confirms: bool


class Link(Request):
    """A link's secret."""

    link: Secret


class NewLink(Request):
    """A personal link to be made."""

    is_reusable: bool = Field(default=False, description="whether it opens the seat to any number of devices")


class Answer(BaseModel):
    """A response, which has no other fields."""

    model_config = ConfigDict(extra="forbid")


class Refusal(Answer):
    """An error."""

    code: str = Field(description="stable, for programs")
    message: str = Field(description="a sentence for people")
    decision: int | None = Field(default=None, description="the present decision, where another was answered")
    version: int | None = Field(default=None, description="the table's present version then")


class Key(Answer):
    """A key for a program."""

    key: Secret


class GameOffer(Answer):
    """A game that can be played."""

    game: str
    players: list[int]
    options: list[str]


class SeatView(Answer):
    """A seat, as everybody sees it."""

    name: str
    kind: str
    is_taken: bool
    has_committed: bool
    has_opened: bool
    bot: str | None
    has_resigned: bool
    wants_stop: bool
    wants_rematch: bool


class PersonalLink(Answer):
    """A link to a seat: its state, without its secret."""

    number: int = Field(description="which no other link of the table has or will have")
    made_at: int = Field(description="in milliseconds since 1970")
    is_reusable: bool
    uses: int
    used_at: int | None = Field(description="the last time")
    is_live: bool = Field(description="whether it can be used, or was used up")


class You(Answer):
    """The seat of the view."""

    seat: int
    confirms: bool
    can_undo: bool
    devices: int = Field(description="how many keys have the seat")
    links: list[PersonalLink] = Field(description="that can be used, and the last that were used up")
    can_remove: list[int] = Field(description="seats whose players you may remove before the game")
    is_to_commit_anew: bool = Field(description="what you committed to was discarded")


class Renewal(Answer):
    """A renewal of chance: all commitments were discarded, and a new round began."""

    why: Literal["left", "removed", "silent", "restored"]
    names: list[str] = Field(description="of those who left, were removed, or whose page did not come in time")
    after: int = Field(description="how many moves")


class Chance(Answer):
    """Commitments to the seeds of this round; the seeds of all when the table is over."""

    round: int = Field(description="how often commitments were discarded before; within a round none ever changes")
    commitment: str
    nonce_commitments: list[str | None]
    by: list[str | None]
    renewals: list[Renewal]
    revealed: dict[str, Any] | None


class ChatMessage(Answer):
    """A message of the chat."""

    seat: int
    words: str
    at: int


class TableEnd(Answer):
    """The reason why a table ended before its game did."""

    why: str
    seats: list[int]


class Result(Answer):
    """The result of a game."""

    scores: list[int] | None
    winners: list[int]


class Decision(Answer):
    """The seat's open decision, or the one that is to be confirmed."""

    number: int = Field(description="which no other decision of the table has or will have")
    held: str | None
    moves: list[str]


class View(Answer):
    """All that a seat, or a spectator, may know of a table."""

    format: Literal["serai-view/1"]
    table: str
    version: int
    epoch: int = Field(description="how often the table was set back; a view of a higher epoch is newer")
    mark: str = Field(description="what was shown, to be given back after the stream broke off")
    phase: Literal["gathering", "opening", "playing", "renewing", "over", "void"]
    game: str
    options: dict[str, Any]
    edition: dict[str, Any]
    clock: dict[str, Any]
    hints: bool
    seats: list[SeatView]
    you: You | None
    chance: Chance
    deadline: int | None = Field(description="when a clock lapses, in milliseconds since 1970")
    chat: list[ChatMessage] | None = Field(description="the last messages; none where there is no chat")
    ended: TableEnd | None
    rematch: str | None = Field(description="the table where they play again")
    to_act: int | None
    position: dict[str, Any] | None
    events: list[dict[str, Any]]
    scores: list[int] | None
    result: Result | None
    decision: Decision | None


class OpenedTable(Answer):
    """A new table; its link lets others sit down."""

    table: str
    link: Secret
    view: View


class FollowedLink(Answer):
    """The table and seat that a link opens."""

    table: str
    seat: int | None
    view: View


class SeatLine(Answer):
    """A seat in a list of tables."""

    name: str
    kind: str
    is_taken: bool


class TableLine(Answer):
    """A table in a list."""

    table: str
    version: int
    phase: str
    game: str
    options: dict[str, Any]
    seats: list[SeatLine]
    to_act: int | None
    ended: TableEnd | None


class TableLists(Answer):
    """Tables with a free seat for anyone, one's own, and those of the last days that did not begin."""

    open: list[TableLine]
    mine: list[TableLine]
    void: list[TableLine] = Field(description="because a nonce was not opened: one's own, and those opened to all")


class LegalMove(Answer):
    """A legal move."""

    move: str
    words: str


class Moves(Answer):
    """The legal moves."""

    version: int
    decision: int
    moves: list[LegalMove]


class SeatLink(Answer):
    """A personal link."""

    link: Secret


class ReceiptRound(Answer):
    """One round of commitments; a nonce that the seat's page has not opened yet is the page's to fill in."""

    after: int = Field(description="how many moves stood when chance began to come from this round")
    commitment: str
    nonce_commitments: list[str | None]
    nonce: str | None


class Receipt(Answer):
    """A seat's receipt of all rounds of commitments, which its page keeps."""

    format: str
    table: str
    seat: int
    rounds: list[ReceiptRound]


class Verdict(Answer):
    """The result of recomputing a record."""

    is_fine: bool
    decisions: int
    differences: list[str]
    remarks: list[str]


class Health(Answer):
    """Whether this process serves."""

    status: Literal["ok", "down"]
