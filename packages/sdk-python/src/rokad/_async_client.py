from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable
from datetime import datetime
from time import monotonic
from types import TracebackType
from typing import Any, TypeVar

import httpx

from ._error import RokadError
from ._options import RepeatOptions, api_address_of, authorization_of
from ._paging import by_cursor_async, by_page_async
from ._request import Request, no_answer, read_file, read_json
from .generated.calls import (
    AsyncProgramCalls,
    ListBankAccountsStatus,
    ListBeneficiariesKind,
    ListBeneficiariesStatus,
    ListWebhookDeliveriesState,
    ScanDepositsStatus,
    ScanPaymentRequestsState,
    ScanPayoutsStatus,
    ScanWalletHistoryType,
)
from .generated.models import (
    BankAccount,
    Beneficiary,
    Deposit,
    Event,
    PaymentRequest,
    Payout,
    PayoutDetail,
    WalletTransaction,
    WebhookDelivery,
)

R = TypeVar("R")


class AsyncRokad(AsyncProgramCalls):
    """Rokad's API for one key. Each method is a call of the contract, under its name there.

    For asyncio. Close it, or use it in an `async with` statement.
    """

    def __init__(
        self,
        *,
        url: str,
        api_key: str,
        attempts: int = 5,
        timeout_seconds: float = 30,
        wait_seconds_max: float = 60,
        allows_plain_http: bool = False,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """Raises ValueError for a url or key that can't work.

        url: the address of the installation, such as `https://pay.example.in`.
        api_key: the secret of an API key, `rk_test_…` or `rk_live_…`.
        attempts: how often a request is sent at most. 1: never again.
        timeout_seconds: how long an attempt waits for the connection, and for the next bytes.
        wait_seconds_max: a `Retry-After` above this is not waited for.
        allows_plain_http: sends the key over plain HTTP to another machine. Only for a network that
            you trust.
        transport: sends the requests; default: httpx's own, with the proxies of the environment.
        """
        self._repeats = RepeatOptions(attempts, wait_seconds_max)
        self._timeout_seconds = timeout_seconds
        self._http = httpx.AsyncClient(
            base_url=api_address_of(url, allows_plain_http=allows_plain_http),
            headers=authorization_of(api_key),
            timeout=timeout_seconds,
            # A redirect would turn a POST into a GET, or send the key to another host.
            follow_redirects=False,
            transport=transport,
        )

    async def __aenter__(self) -> AsyncRokad:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    def each_payout(
        self,
        *,
        status: ScanPayoutsStatus | None = None,
        updated_since: str | datetime | None = None,
        utr: str | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[Payout]:
        """Every payout, newest first; with `updated_since`, what changed, oldest change first.

        To sync again and again, read the pages of `scan_payouts` and store `updated_until`, or
        follow the events.
        """
        return by_cursor_async(
            lambda after: self.scan_payouts(
                status=status, updated_since=updated_since, utr=utr, after=after, limit=limit
            )
        )

    def each_payment_request(
        self, *, state: ScanPaymentRequestsState | None = None, limit: int | None = None
    ) -> AsyncIterator[PaymentRequest]:
        """Every payment request, newest first."""
        return by_cursor_async(
            lambda after: self.scan_payment_requests(state=state, after=after, limit=limit)
        )

    def each_beneficiary(
        self,
        *,
        search: str | None = None,
        kind: ListBeneficiariesKind | None = None,
        tag: str | None = None,
        status: ListBeneficiariesStatus | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[Beneficiary]:
        """Every saved beneficiary, by name."""
        return by_cursor_async(
            lambda after: self.list_beneficiaries(
                search=search, kind=kind, tag=tag, status=status, after=after, limit=limit
            )
        )

    def each_deposit(
        self,
        *,
        status: ScanDepositsStatus | None = None,
        utr: str | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[Deposit]:
        """Every deposit, newest first."""
        return by_cursor_async(
            lambda after: self.scan_deposits(status=status, utr=utr, after=after, limit=limit)
        )

    def each_bank_account(
        self, *, status: ListBankAccountsStatus | None = None, limit: int | None = None
    ) -> AsyncIterator[BankAccount]:
        """Every whitelisted bank account, newest first."""
        return by_page_async(
            lambda page: self.list_bank_accounts(status=status, page=page, limit=limit),
            lambda account: account["_id"],
        )

    def each_wallet_transaction(
        self, *, type: ScanWalletHistoryType | None = None, limit: int | None = None
    ) -> AsyncIterator[WalletTransaction]:
        """Every credit and debit of the wallet, newest first."""
        return by_cursor_async(
            lambda after: self.scan_wallet_history(type=type, after=after, limit=limit)
        )

    def each_webhook_delivery(
        self,
        endpoint_id: str,
        *,
        state: ListWebhookDeliveriesState | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[WebhookDelivery]:
        """Every delivery to a webhook endpoint, newest event first."""
        return by_cursor_async(
            lambda before: self.list_webhook_deliveries(
                endpoint_id, state=state, before=before, limit=limit
            )
        )

    async def each_event(
        self, *, after: int = 0, types: str | None = None, limit: int | None = None
    ) -> AsyncIterator[Event]:
        """The events after a version that exist now, oldest first."""
        has_more = True
        while has_more:
            page = await self.list_events(after=after, types=types, limit=limit)
            for event in page["data"]:
                yield event
            after, has_more = page["next"], page["has_more"]

    async def follow_events(
        self, *, after: int, types: str | None = None, every_seconds: float = 2
    ) -> AsyncIterator[Event]:
        """The events after a version, and then every new one, without an end.

        Store the version of each event that you have handled: a program that starts again after it
        misses none.
        """
        while True:
            page = await self.list_events(after=after, types=types)
            for event in page["data"]:
                yield event
            after = page["next"]
            if not page["has_more"]:
                await asyncio.sleep(every_seconds)

    async def wait_for_payout(self, id: str, *, timeout_seconds: float = 60) -> PayoutDetail:
        """Waits until a payout has its outcome.

        The answer is still `pending` or `processing` if the time ended first.
        """
        end = monotonic() + timeout_seconds
        seconds = 0.5
        while True:
            payout = (await self.get_payout(id))["data"]
            is_open = payout["status"] in ("pending", "processing")
            if not is_open or monotonic() + seconds > end:
                return payout
            await asyncio.sleep(seconds)
            seconds = min(5.0, seconds * 1.5)

    async def _json(self, request: Request) -> Any:
        return await self._send(request, read_json)

    async def _text(self, request: Request) -> str:
        return (await self._send(request, read_file)).text

    async def _file(self, request: Request) -> bytes:
        return (await self._send(request, read_file)).content

    async def _send(self, request: Request, read: Callable[[httpx.Response], R]) -> R:
        """Sends a request again while its error is temporary and repeating is safe."""
        for attempt in itertools.count(1):
            try:
                return read(await self._send_once(request))
            except RokadError as error:
                seconds = self._repeats.pause_before_repeat(request, error, attempt)
                if seconds is None:
                    raise
            await asyncio.sleep(seconds)
        raise AssertionError("unreachable")

    async def _send_once(self, request: Request) -> httpx.Response:
        try:
            return await self._http.request(
                request.method,
                request.path,
                params=request.query,
                content=request.content,
                headers=request.headers,
            )
        except httpx.RequestError as cause:
            raise no_answer(cause, self._timeout_seconds) from cause
