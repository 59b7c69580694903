import { timingSafeEqual } from "node:crypto";
import type { ErrorCode } from "@rokad/contract/error-codes";
import { limits } from "@rokad/contract/limits";
import { now } from "../../kernel/clock.ts";
import { transaction, type Tx } from "../../database/db.ts";
import { ApiError } from "../../kernel/errors.ts";
import { isPasskeyProof, takeProof } from "../passkeys/passkey-proof.ts";
import { passkeyRefused } from "../passkeys/passkey-refused.ts";
import { isKnownBrowser, storedHolder, type CodeHolder, type StoredHolder } from "./code-holder.ts";
import { clearGuesses, countGuess, lockGuesses, pauseError } from "./count-guesses.ts";
import type { CodePurpose } from "./code-request.ts";
import { codeHmac } from "./issue-code.ts";
import { notifyOfGuesses } from "./notify-of-guesses.ts";
import { runAfterAnswer } from "./run-after-answer.ts";

export interface CheckedCode {
  readonly personId: string;
  readonly order: { digest: Buffer; feePaise: bigint; gstPaise: bigint } | null;
}

/**
 * Checks a code against the newest one that this holder requested for a number, and marks that one
 * as used. Instead of a code it takes the proof of a passkey that confirmed the same.
 * @returns the person, and the payout that the code authorises.
 * @throws 400 `OTP_INVALID`, also for another holder's code, `OTP_EXPIRED`, also once it was used, or `OTP_TRIES_USED_UP`
 *   after five wrong tries, `PASSKEY_REFUSED` for another's proof; 429 `OTP_PAUSED` after ten wrong codes in 24 hours.
 */
export async function checkCode(
  purpose: CodePurpose,
  mobile: string,
  code: string,
  holder: CodeHolder,
): Promise<CheckedCode> {
  const outcome = await transaction((db) => tryCode(db, purpose, mobile, code, holder));
  // Throw after the commit: a rollback would not count the wrong try.
  if (outcome instanceof ApiError) throw outcome;
  return outcome;
}

/** The same inside a transaction. It returns the error, because a rollback would not count the try. */
export async function tryCode(
  db: Tx,
  purpose: CodePurpose,
  mobile: string,
  code: string,
  holder: CodeHolder,
): Promise<CheckedCode | ApiError> {
  const stored = storedHolder(holder);
  if (isPasskeyProof(code))
    return (await takeProof(db, code, purpose, stored.hash)) ?? passkeyRefused();
  const row = await lockNewestCode(db, purpose, mobile, stored);
  if (!row) return wrongCode();
  if (row.used_at) return usedCode();
  if (row.expires_at <= now()) return expiredCode();
  if (row.wrong_tries >= limits.otpWrongTriesMax) return triesUsedUp();

  const isKnown = purpose === "sign_in" && (await isKnownBrowser(db, mobile, stored));
  const counter = { mobile, purpose, browser: isKnown ? stored.hash : null };
  // Wrong payout codes lock the person's payouts instead.
  const guesses = purpose === "payout" ? null : await lockGuesses(db, counter);
  const pause = pauseError(counter, guesses?.pausedUntil ?? null);
  if (pause) return pause;

  const matches = timingSafeEqual(row.code_hmac, codeHmac(purpose, mobile, code));
  const personId = matches ? row.person_id : null;
  const change = personId ? { used_at: now() } : { wrong_tries: row.wrong_tries + 1 };
  await db.updateTable("one_time_codes").set(change).where("id", "=", row.id).execute();
  if (personId) {
    if (isKnown) await clearGuesses(db, counter);
    return { personId, order: orderOf(row) };
  }
  if (guesses && (await countGuess(db, counter, guesses))) {
    runAfterAnswer("notify of wrong codes", () => notifyOfGuesses(counter));
  }
  return wrongCode();
}

/** Closes the race between two tries: the row lock makes them count one after the other. */
async function lockNewestCode(
  db: Tx,
  purpose: CodePurpose,
  mobile: string,
  { hash }: StoredHolder,
) {
  if (!hash) return undefined;
  return db
    .selectFrom("one_time_codes")
    .selectAll()
    .where("mobile", "=", mobile)
    .where("purpose", "=", purpose)
    .where((eb) => eb.or([eb("withdrawn_at", "is", null), eb("withdrawn_at", ">", now())]))
    .where("bound_to", "=", hash)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

function orderOf(row: {
  order_digest: Buffer | null;
  fee_paise: bigint | null;
  gst_paise: bigint | null;
}) {
  if (!row.order_digest) return null;
  return { digest: row.order_digest, feePaise: row.fee_paise ?? 0n, gstPaise: row.gst_paise ?? 0n };
}

const codeError = (code: ErrorCode, message: string) =>
  new ApiError(400, code, message, { fields: { otp: message } });
const wrongCode = () => codeError("OTP_INVALID", "Invalid OTP. Please try again.");
/** Such as the repeat of a call whose answer was lost: nothing was guessed, so it counts as no try. */
const usedCode = () => codeError("OTP_EXPIRED", "This OTP was already used. Request a new one.");
const expiredCode = () => codeError("OTP_EXPIRED", "This OTP has expired. Request a new one.");
const triesUsedUp = () =>
  codeError("OTP_TRIES_USED_UP", "Too many wrong attempts. Request a new OTP.");
