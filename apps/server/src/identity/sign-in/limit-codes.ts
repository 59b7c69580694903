import { limits } from "@rokad/contract/limits";
import type { Tx } from "../../database/db.ts";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { smsBlocked, tooManyRequests } from "../../kernel/errors.ts";
import type { StoredHolder } from "./code-holder.ts";
import type { CodeRequest } from "./code-request.ts";

const hourSeconds = 60 * 60;
/** What all new browsers together can request, in multiples of one address's limit. */
const newBrowsersFactor = 2;

interface Requester extends StoredHolder {
  readonly isKnown: boolean;
}

type SentCode = Awaited<ReturnType<typeof codesOfHour>>[number];

/**
 * Limits the codes of a number. Those of a session count per number. Of browsers, a known one counts
 * alone; the others count per address, and together up to a cap, so that a stranger neither uses up
 * the owner's codes nor floods the phone.
 * @throws the errors of `issueCode`, except `OTP_PAUSED`.
 */
export async function assertCodeAllowed(
  db: Tx,
  request: CodeRequest,
  requester: Requester,
): Promise<void> {
  const sameKind = (await codesOfHour(db, request)).filter(
    (code) => requester.network === null || code.is_known_browser === requester.isKnown,
  );
  const isOwn = ({ bound_to: boundTo, network }: SentCode) =>
    requester.network === null ||
    (requester.hash !== null && boundTo?.equals(requester.hash)) ||
    (!requester.isKnown && network === requester.network);
  const own = sameKind.filter(isOwn);
  assertResendAllowed(own.filter(isLive), request, requester);
  assertHourlyLimit(own.filter(isLive), request.perHourMax);
  if (requester.isKnown) return assertUnsentLimit(own);
  assertHourlyLimit(sameKind.filter(isLive), request.perHourMax * capFactor(requester));
  assertUnsentLimit(sameKind);
}

/** Newest first. The limits bound their number. */
function codesOfHour(db: Tx, { mobile, purpose }: CodeRequest) {
  return db
    .selectFrom("one_time_codes")
    .select([
      "created_at",
      "used_at",
      "withdrawn_at",
      "order_digest",
      "bound_to",
      "is_known_browser",
      "network",
    ])
    .where("mobile", "=", mobile)
    .where("purpose", "=", purpose)
    .where("created_at", ">", secondsFromNow(-hourSeconds))
    .orderBy("created_at", "desc")
    .execute();
}

const capFactor = ({ network }: Requester) => (network === null ? 1 : newBrowsersFactor);

/** False for a code whose text was not sent, from the moment on that its browser learns it. */
const isLive = ({ withdrawn_at: withdrawnAt }: SentCode) => !withdrawnAt || withdrawnAt > now();

function assertResendAllowed(
  codes: readonly SentCode[],
  { order }: CodeRequest,
  { hash }: Requester,
): void {
  // The only code that this holder can enter.
  const own = codes.find(
    ({ bound_to: boundTo }) => hash !== null && boundTo !== null && boundTo.equals(hash),
  );
  const assertPassed = (code: SentCode | undefined, seconds: number) =>
    assertUsedOrPassed(code, seconds, code === own ? "OTP_TOO_SOON" : "TOO_MANY_REQUESTS");
  if (!order) {
    assertPassed(own, limits.otpResendSeconds);
    return assertPassed(codes[0], limits.otpOtherBrowserSeconds);
  }
  // Another order gets its code at once, but not a burst of them, and the same one never earlier.
  const unused = codes.filter((code) => !code.used_at);
  assertPassed(
    unused.find((code) => code.order_digest?.equals(order.digest)),
    limits.otpResendSeconds,
  );
  const burst = unused[limits.otpBurstMax - 1];
  assertUsedOrPassed(burst, limits.otpResendSeconds, "TOO_MANY_REQUESTS");
}

/** @throws `error` while an unused code is younger than this. */
function assertUsedOrPassed(
  code: SentCode | undefined,
  seconds: number,
  error: "OTP_TOO_SOON" | "TOO_MANY_REQUESTS",
): void {
  if (!code || code.used_at) return;
  const wait = Math.ceil(seconds - (now().getTime() - code.created_at.getTime()) / 1000);
  if (wait <= 0) return;
  throw tooManyRequests(error, `Wait ${wait} seconds before you request another OTP`, wait);
}

function assertHourlyLimit(codes: readonly SentCode[], atMost: number): void {
  if (codes.length < atMost) return;
  const wait = secondsUntilHourPassed(codes[atMost - 1] ?? codes.at(-1));
  throw tooManyRequests("OTP_LIMIT_REACHED", "Too many OTP requests. Try again later.", wait);
}

/**
 * Limits unsent codes per number. They do not count against the hourly limit, but one with an unclear
 * outcome may have arrived: without this limit a failing gateway would let a caller flood a phone.
 */
function assertUnsentLimit(codes: readonly SentCode[]): void {
  const unsent = codes.filter((code) => !isLive(code));
  if (unsent.length < limits.otpUnsentPerHourMax) return;
  throw smsBlocked(secondsUntilHourPassed(unsent[limits.otpUnsentPerHourMax - 1]));
}

function secondsUntilHourPassed(code: SentCode | undefined): number {
  const created = code?.created_at.getTime() ?? now().getTime();
  return Math.max(1, Math.ceil(hourSeconds - (now().getTime() - created) / 1000));
}
