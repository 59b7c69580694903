import { setTimeout as pause } from "node:timers/promises";
import { database, transaction } from "../db.ts";
import { log } from "../log.ts";
import { readSettings } from "../platform/settings.ts";
import { OutcomeUnknownError } from "../providers/provider.ts";
import type { BankName, Validation } from "../providers/validation.ts";
import { newReference } from "../payouts/reference.ts";
import { begin } from "./begin-check.ts";
import { asAccountCheck, couldNot, type AccountCheck, type AskedAccount } from "./account-check.ts";
import { findAnswered, findCheck, recordAnswer } from "./check-queries.ts";
import { chooseTeller, type Asker } from "./choose-teller.ts";

/** How long a person waits for a bank: well within the ten seconds that the console gives a call. */
const waitMsMax = 5_000;
const lookAgainMs = 200;

/** An account's check, and the row that keeps it where a bank was asked. */
export interface Checked {
  readonly id: string | null;
  readonly check: AccountCheck;
}

/**
 * Asks whose an account is, at most once: what a bank said lately is answered again, and of two who
 * ask at the same moment one asks and the other waits for the same answer. Never throws because a
 * bank or provider can't tell; then the verdict is `unknown`, with why.
 */
export async function checkAccount(
  asker: Asker,
  asked: AskedAccount,
  { waitMs = waitMsMax }: { waitMs?: number } = {},
): Promise<Checked> {
  const settings = await readSettings();
  const known = await findAnswered(database(), asker.id, asked.of);
  if (known) return { id: known.id, check: asAccountCheck(known, asked.typedName) };
  const perHour = settings.account_checks_per_hour;
  const teller = perHour > 0 ? await chooseTeller(asker, settings) : undefined;
  if (!teller) return couldNot("No provider of yours can ask banks for names");

  const begun = await transaction((db) => begin(db, { asker, asked, teller, perHour }));
  if (begun.how === "limit") {
    return couldNot(
      `You have had ${perHour} accounts checked this hour. Names can be checked again in the next one`,
    );
  }
  if (begun.how === "mine") {
    const asking = ask(begun.id, teller.validate, asked);
    await Promise.race([asking, pause(waitMs, undefined, { ref: false })]);
    return hear(begun.id, asked, 0);
  }
  return hear(begun.id, asked, waitMs);
}

/** Asks the bank, and keeps what it says even when nobody waits for it any more. */
async function ask(
  id: string,
  validate: (asked: BankName) => Promise<Validation>,
  asked: AskedAccount,
): Promise<void> {
  try {
    const said = await validate({ ...asked, reference: newReference() }).catch(unclear);
    await recordAnswer(database(), id, asked.typedName, said);
  } catch (error) {
    // The check is left without an answer, and counts as unknown after a while.
    log().error({ err: error, account_check: id }, "What a bank said could not be kept");
  }
}

function unclear(error: unknown): Validation {
  if (!(error instanceof OutcomeUnknownError))
    log().error({ err: error }, "An account could not be checked");
  return { verdict: "unknown", reason: "The bank could not be asked at this moment" };
}

/** What was answered, waiting so long for an answer that another call is about to get. */
async function hear(id: string, asked: AskedAccount, waitMs: number): Promise<Checked> {
  const until = performance.now() + waitMs;
  for (;;) {
    const row = await findCheck(database(), id);
    if (row?.answered_at) return { id, check: asAccountCheck(row, asked.typedName) };
    if (performance.now() >= until) break;
    await pause(lookAgainMs);
  }
  return { id, check: couldNot("The bank has not answered in time").check };
}
