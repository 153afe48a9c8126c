"""A form that is cut off on its way means nothing, whatever its first half would mean alone."""

from tests.attacks.lines import line, post
from tests.guests import Running, begin, play_out, wait_until


def test_words_that_are_cut_off_are_not_said(house: Running) -> None:
    ann, bob = house.newcomers("Ann", "Bob")
    table = begin([ann, bob], "pasha")
    key = ann.client.headers["authorization"]
    version = ann.view(table)["version"]
    for _ in range(5):
        with line(house.url) as caller:
            caller.say(post(f"/t/{table}/chat", "words=I+resign", f"Authorization: {key}", length=100))
    with line(house.url) as caller:
        caller.say(post(f"/t/{table}/chat", "words=I+do+not", f"Authorization: {key}"))
        assert caller.told().status == 303
    wait_until(lambda: ann.view(table)["version"] > version)
    assert [said["words"] for said in ann.view(table)["chat"]] == ["I do not"]
    assert play_out([ann, bob], table)["phase"] == "over"
