import { setTimeout as pause } from "node:timers/promises";
import { database, transaction } from "../../database/db.ts";
import { log } from "../../kernel/log.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import { OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import type { Validation } from "../../providers/validation.ts";
import { newReference } from "../../kernel/payout-reference.ts";
import { startCheck } from "./start-check.ts";
import {
  asAccountCheck,
  unknownCheck,
  type AccountCheck,
  type AccountToCheck,
} from "./account-check.ts";
import { findRecentAnswer, findCheck, recordAnswer } from "./check-queries.ts";
import {
  chooseCheckProvider,
  noCheckProvider,
  type CheckProvider,
  type CheckRequester,
} from "./choose-check-provider.ts";

/** How long a person waits for a bank: well within the console's limit of ten seconds per call. */
const waitMsMax = 5_000;
const pollMs = 200;

/** An account's check, and the id of its row if a bank was asked. */
export interface AccountCheckResult {
  readonly id: string | null;
  readonly check: AccountCheck;
  /** Whether no bank was asked because the checks of this hour are used up. */
  readonly isLimitReached?: boolean;
}

/**
 * Asks the bank who owns an account, at most once: a recent answer is returned again, and of two
 * simultaneous calls one asks and the other waits for the same answer. A bank or provider without
 * an answer is no error: the verdict is `unknown`, with the reason.
 */
export async function checkAccount(
  requester: CheckRequester,
  account: AccountToCheck,
  { waitMs = waitMsMax }: { waitMs?: number } = {},
): Promise<AccountCheckResult> {
  const settings = await readSettings();
  const recent = await findRecentAnswer({
    tenantId: requester.tenantId,
    destination: account.destination,
  });
  if (recent) return { id: recent.id, check: asAccountCheck(recent, account.typedName) };
  const perHour = settings.account_checks_per_hour;
  const provider = perHour > 0 ? await chooseCheckProvider(requester, settings) : undefined;
  if (!provider) return unknownCheck(noCheckProvider);

  const started = await transaction((db) =>
    startCheck(db, { requester, account, provider, perHour }),
  );
  if (started.state === "limit reached") {
    return {
      ...unknownCheck(`You reached the limit of ${perHour} account checks per hour`),
      isLimitReached: true,
    };
  }
  if (started.state === "started") {
    const asking = requestValidation(started.id, provider, account);
    await Promise.race([asking, pause(waitMs, undefined, { ref: false })]);
    return waitForAnswer(started.id, account, 0);
  }
  return waitForAnswer(started.id, account, waitMs);
}

/** Asks the bank and stores its answer, even when the person no longer waits for it. */
async function requestValidation(
  id: string,
  { validate }: CheckProvider,
  account: AccountToCheck,
): Promise<void> {
  try {
    const answer = await validate({ ...account, reference: newReference() }).catch(asUnknown);
    await recordAnswer(database(), id, account.typedName, answer);
  } catch (error) {
    // The check stays without an answer and expires as unknown.
    log().error({ err: error, account_check: id }, "A bank's answer could not be stored");
  }
}

function asUnknown(error: unknown): Validation {
  if (!(error instanceof OutcomeUnknownError))
    log().error({ err: error }, "An account check failed");
  return { verdict: "unknown", reason: "The bank is unavailable right now" };
}

/** The check's answer; waits up to `waitMs` for an answer that another call is about to get. */
async function waitForAnswer(
  id: string,
  account: AccountToCheck,
  waitMs: number,
): Promise<AccountCheckResult> {
  const until = performance.now() + waitMs;
  for (;;) {
    const row = await findCheck(database(), id);
    if (row?.answered_at) return { id, check: asAccountCheck(row, account.typedName) };
    if (performance.now() >= until) break;
    await pause(pollMs);
  }
  return { id, check: unknownCheck("The bank has not answered in time").check };
}
