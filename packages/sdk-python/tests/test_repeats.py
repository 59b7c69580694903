from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from decimal import Decimal

import httpx
import pytest
from programs import MakeProgram, failure, success

from rokad import AsyncRokad, Rokad, RokadError

created = success(data={"id": "p-1"})
order = {
    "method": "upi",
    "beneficiary_name": "आशा",
    "upi_id": "a@okhdfc",
    "amount_paise": 2_500,
}
key = {"idempotency_key": "INV-1"}


def test_repeats_a_payout_with_the_same_bytes_and_key_until_there_is_an_answer(
    program_with: MakeProgram,
) -> None:
    program = program_with(
        [
            httpx.ConnectError("refused"),
            failure(503, "TRY_AGAIN"),
            httpx.Response(502, text="<html>Bad gateway</html>"),
            created,
        ]
    )
    assert program.call("create_payout", order, **key)["data"] == {"id": "p-1"}
    assert [one.headers["idempotency-key"] for one in program.sent] == ["INV-1"] * 4
    assert len({one.content for one in program.sent}) == 1
    first = program.sent[0]
    assert (first.method, str(first.url)) == ("POST", "https://pay.example.in/api/v1/payouts")
    assert first.headers["authorization"] == "Bearer rk_test_0123456789"
    assert first.content.decode().startswith('{"method":"upi","beneficiary_name":"आशा"')


@pytest.mark.parametrize(
    "error",
    [httpx.ReadTimeout("silence"), httpx.RemoteProtocolError("the answer broke off")],
)
def test_an_answer_that_does_not_come_or_breaks_off_counts_as_none(
    program_with: MakeProgram, error: Exception
) -> None:
    assert program_with([error, created]).call("create_payout", order, **key)["success"]
    with pytest.raises(RokadError) as caught:
        program_with([error], attempts=1).call("create_payout", order, **key)
    assert (caught.value.code, caught.value.status) == ("NO_ANSWER", None)
    assert caught.value.is_retryable


def test_waits_as_long_as_retry_after_says(program_with: MakeProgram) -> None:
    program = program_with([failure(429, "TOO_MANY_REQUESTS", retry_after="17"), created])
    program.call("create_payout", order, **key)
    assert program.pauses == [17]


def test_pauses_grow_and_are_not_the_same_for_all(program_with: MakeProgram) -> None:
    program = program_with([failure(503, "TRY_AGAIN")], attempts=8)
    with pytest.raises(RokadError):
        program.call("get_wallet_balance")
    steps = [0.5, 1, 2, 4, 8, 8, 8]
    assert all(
        step / 2 <= seconds <= step for step, seconds in zip(steps, program.pauses, strict=True)
    )


@pytest.mark.parametrize("value", ["3600", "Wed, 01 Jan 2098 00:00:00 GMT"])
def test_raises_instead_of_waiting_for_a_long_retry_after_and_says_how_long(
    program_with: MakeProgram, value: str
) -> None:
    program = program_with([failure(429, "TOO_MANY_REQUESTS", retry_after=value)])
    with pytest.raises(RokadError) as caught:
        program.call("create_payout", order, **key)
    assert caught.value.code == "TOO_MANY_REQUESTS"
    assert (caught.value.retry_after_seconds or 0) >= 3600
    assert caught.value.is_retryable
    assert len(program.sent) == 1


def test_never_repeats_what_another_try_cant_change_and_names_the_error(
    program_with: MakeProgram,
) -> None:
    program = program_with([failure(409, "CLIENT_REFERENCE_USED")])
    with pytest.raises(RokadError) as caught:
        program.call("create_payout", order, **key)
    error = caught.value
    assert (error.code, error.status, error.request_id) == ("CLIENT_REFERENCE_USED", 409, "r-1")
    assert error.fields == {"id": "p-1"}
    assert not error.is_retryable
    assert str(error) == "CLIENT_REFERENCE_USED: A sentence."
    assert len(program.sent) == 1


def test_a_change_without_an_idempotency_key_is_repeated_only_after_429(
    program_with: MakeProgram,
) -> None:
    for unclear in (httpx.ConnectError("refused"), failure(503, "TRY_AGAIN")):
        program = program_with([unclear])
        with pytest.raises(RokadError):
            program.call("test_webhook_endpoint", "e-1")
        assert len(program.sent) == 1
    busy = program_with([failure(429, "TOO_MANY_REQUESTS"), created])
    busy.call("test_webhook_endpoint", "e-1")
    assert len(busy.sent) == 2


def test_gives_up_after_the_attempts_with_the_last_error(program_with: MakeProgram) -> None:
    program = program_with([failure(500, "INTERNAL")], attempts=3)
    with pytest.raises(RokadError) as caught:
        program.call("get_wallet_balance")
    assert (caught.value.code, caught.value.status) == ("INTERNAL", 500)
    assert len(program.sent) == 3


def test_follows_no_redirect_so_that_no_key_goes_to_another_host(
    program_with: MakeProgram,
) -> None:
    location = "https://other.example.in/api/v1/payouts"
    program = program_with([httpx.Response(301, headers={"location": location})])
    with pytest.raises(RokadError, match=location) as caught:
        program.call("create_payout", order, **key)
    assert caught.value.code == "REDIRECTED"
    assert len(program.sent) == 1


@pytest.mark.parametrize(
    "page", [{"text": "<html>Sign in</html>"}, {"text": '"OK"'}, {"text": '{"amount": NaN}'}]
)
def test_a_page_of_something_else_with_status_200_is_no_success(
    program_with: MakeProgram, page: dict[str, str]
) -> None:
    for name in ("get_wallet_balance", "export_payouts"):
        with pytest.raises(RokadError) as caught:
            program_with([httpx.Response(200, **page)]).call(name)  # type: ignore[arg-type]
        assert caught.value.code == "UNREADABLE_ANSWER"


def test_files_are_text_or_bytes(program_with: MakeProgram) -> None:
    csv = httpx.Response(200, headers={"content-type": "text/csv; charset=utf-8"}, text="नाम\n")
    assert program_with([csv]).call("export_payouts", from_="2026-11-01") == "नाम\n"
    pdf = httpx.Response(200, headers={"content-type": "application/pdf"}, content=b"%PDF\x00")
    assert program_with([pdf]).call("print_receipt", "p-1") == b"%PDF\x00"


def test_an_id_reaches_no_other_call_and_parameters_are_written_as_the_server_reads_them(
    program_with: MakeProgram,
) -> None:
    program = program_with([created])
    program.call("get_payout", "../wallet/balance?a")
    assert program.sent[0].url.raw_path == b"/api/v1/payouts/..%2Fwallet%2Fbalance%3Fa"
    program.call("list_wallet_history", from_="2026-11-01", page=2)
    assert program.sent[1].url.query == b"from=2026-11-01&page=2"
    india = timezone(timedelta(hours=5, minutes=30))
    program.call("scan_payouts", updated_since=datetime(2026, 11, 20, 12, 0, 0, 5000, india))
    assert program.sent[2].url.params["updated_since"] == "2026-11-20T06:30:00.005000Z"
    program.call("get_statement", from_=date(2026, 11, 1), to="2026-11-30")
    assert program.sent[3].url.query == b"from=2026-11-01&to=2026-11-30"
    with pytest.raises(ValueError, match="zone"):
        program.call("scan_payouts", updated_since=datetime(2026, 11, 20))
    with pytest.raises(ValueError, match="empty"):
        program.call("get_payout", "..")


def test_amounts_are_exact_in_both_directions(program_with: MakeProgram) -> None:
    text = (
        '{"success":true,"data":{"processing_seconds":0.1234567890123456789,"a":9007199254740993}}'
    )
    program = program_with([httpx.Response(200, text=text)])
    data = program.call("get_payout_summary")["data"]
    assert data == {"processing_seconds": Decimal("0.1234567890123456789"), "a": 9007199254740993}
    for amount, written in (
        ("1500.25", b"1500.25"),
        ("100.00", b"100"),
        ("499999.99", b"499999.99"),
    ):
        program.call("validate_payout", {"amount": Decimal(amount)})
        assert program.sent[-1].content == b'{"amount":%s}' % written
    with pytest.raises(TypeError, match="float"):
        program.call("validate_payout", {"amount": 0.1 + 0.2})
    with pytest.raises(ValueError, match="digits"):
        program.call("validate_payout", {"amount": Decimal("0.1234567890123456789")})


@pytest.mark.parametrize(
    "url", ["https://example.in/pay", "https://example.in/pay/", "https://example.in/pay?a#b"]
)
def test_an_installation_below_a_path_is_reached(program_with: MakeProgram, url: str) -> None:
    program = program_with([created], url=url)
    program.call("create_payout", order, **key)
    assert str(program.sent[0].url) == "https://example.in/pay/api/v1/payouts"


@pytest.mark.parametrize("client", [Rokad, AsyncRokad])
def test_refuses_a_url_that_would_show_the_key_and_a_key_that_cant_be_one(
    client: type[Rokad] | type[AsyncRokad],
) -> None:
    api_key = "rk_test_0123456789"
    with pytest.raises(ValueError, match="https"):
        client(url="http://pay.example.in", api_key=api_key)
    for url in ("pay.example.in", "https://", "ftp://pay.example.in", "https://[::1", ""):
        with pytest.raises(ValueError, match="address"):
            client(url=url, api_key=api_key)
    with pytest.raises(ValueError, match="api_key"):
        client(url="https://pay.example.in", api_key="rk_test_…")
    for url in ("http://localhost:3000", "http://127.0.0.1", "http://[::1]:3000"):
        client(url=url, api_key=api_key)
    client(url="http://10.1.2.3", api_key=api_key, allows_plain_http=True)
