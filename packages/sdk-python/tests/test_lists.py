from __future__ import annotations

import httpx
import pytest
from programs import MakeProgram, parameters_of, success

from rokad import AsyncRokad, Rokad


def queries(sent: list[httpx.Request]) -> list[str]:
    return [one.url.query.decode() for one in sent]


def test_a_list_by_cursor_goes_on_until_it_says_that_it_ended(program_with: MakeProgram) -> None:
    program = program_with(
        [
            success(data=["a", "b"], next="1"),
            success(data=[], next="2"),
            success(data=["c"], next=None),
        ]
    )
    assert program.items("each_payout", status="success") == ["a", "b", "c"]
    assert queries(program.sent) == [
        "status=success",
        "status=success&after=1",
        "status=success&after=2",
    ]


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("each_payment_request", ()),
        ("each_beneficiary", ()),
        ("each_deposit", ()),
        ("each_wallet_transaction", ()),
        ("each_webhook_delivery", ("e-1",)),
    ],
)
def test_every_list_by_cursor_passes_its_cursor_on(
    program_with: MakeProgram, name: str, args: tuple[str, ...]
) -> None:
    program = program_with([success(data=["a"], next=7), success(data=["b"], next=None)])
    assert program.items(name, *args, limit=1) == ["a", "b"]
    cursor = "before" if name == "each_webhook_delivery" else "after"
    assert [one.url.params.get(cursor) for one in program.sent] == [None, "7"]
    assert [one.url.params["limit"] for one in program.sent] == ["1", "1"]


def test_events_end_with_has_more_because_their_next_is_never_null(
    program_with: MakeProgram,
) -> None:
    pages = [success(data=[n + 1], next=n + 1, has_more=n < 2) for n in range(3)]
    program = program_with(pages)
    assert program.items("each_event", after=0) == [1, 2, 3]
    assert queries(program.sent) == ["after=0", "after=1", "after=2"]


def test_an_item_that_moves_to_the_next_page_is_yielded_once(program_with: MakeProgram) -> None:
    pages = [
        ["d", "c"],
        # Another item was added: c moved here.
        ["c", "b"],
        ["a"],
    ]
    program = program_with(
        [
            success(
                data=[{"_id": one} for one in page],
                pagination={"has_next": number < 3},
            )
            for number, page in enumerate(pages, start=1)
        ]
    )
    found = program.items("each_bank_account")
    assert [one["_id"] for one in found] == ["d", "c", "b", "a"]
    assert queries(program.sent) == ["page=1", "page=2", "page=3"]


def test_no_page_is_read_before_its_items_are_wanted(program_with: MakeProgram) -> None:
    program = program_with([success(data=["a"], next="1")])
    assert program.items("each_payout", count=1) == ["a"]
    assert len(program.sent) == 1


def test_following_goes_on_after_the_last_event_and_pauses_only_there(
    program_with: MakeProgram,
) -> None:
    program = program_with(
        [
            success(data=[6], next=6, has_more=True),
            success(data=[7], next=7, has_more=False),
            success(data=[], next=7, has_more=False),
            success(data=[8], next=8, has_more=False),
        ]
    )
    events = program.items(
        "follow_events", after=5, types="payout.success", every_seconds=3, count=3
    )
    assert events == [6, 7, 8]
    assert queries(program.sent) == [
        f"after={after}&types=payout.success" for after in (5, 6, 7, 7)
    ]
    assert program.pauses == [3, 3]


def test_waits_for_the_outcome_of_a_payout_with_growing_pauses(program_with: MakeProgram) -> None:
    states = ["pending", "processing", "processing", "success"]
    program = program_with([success(data={"status": state}) for state in states])
    assert program.call("wait_for_payout", "p-1") == {"status": "success"}
    assert program.pauses == [0.5, 0.75, 1.125]


def test_a_payout_that_takes_longer_comes_back_open(program_with: MakeProgram) -> None:
    program = program_with([success(data={"status": "processing"})])
    assert program.call("wait_for_payout", "p-1", timeout_seconds=10) == {"status": "processing"}
    assert 5 < sum(program.pauses) <= 10


def test_both_clients_have_the_same_methods_with_the_same_parameters() -> None:
    def methods(client: type) -> dict[str, list[str]]:
        names = [name for name in dir(client) if not name.startswith("_")]
        return {name: parameters_of(getattr(client, name)) for name in names}

    renamed = {"aclose": "close"}
    asynchronous = {renamed.get(name, name): each for name, each in methods(AsyncRokad).items()}
    assert asynchronous == methods(Rokad)
    assert len(asynchronous) > 70
