import { randomInt } from "node:crypto";
import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { transaction, type Tx } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";
import { hmac } from "../../kernel/app-secret.ts";
import { isKnownBrowser, storedHolder } from "./code-holder.ts";
import type { CodeRequest } from "./code-request.ts";
import { findPause } from "./count-guesses.ts";
import { assertCodeAllowed } from "./limit-codes.ts";

export interface IssuedCode {
  readonly id: string;
  /** Six digits, which are stored only as a keyed hash. */
  readonly code: string;
  readonly createdAt: Date;
}

/**
 * Creates a code that replaces all earlier ones of the same holder for the same purpose and number.
 * It does the same work for a number with and without an account.
 * @throws 429 `OTP_TOO_SOON` within 30 seconds of the same code, which the holder can still enter;
 *   `TOO_MANY_REQUESTS` within them for one that it can't, and above three unused codes of orders;
 *   `OTP_LIMIT_REACHED` above an hourly limit, `OTP_PAUSED` after wrong codes; all with the seconds
 *   to wait. 503 `SMS_NOT_SENT` when too many texts to the number failed within an
 *   hour.
 */
export async function issueCode(request: CodeRequest): Promise<IssuedCode> {
  const { purpose, mobile } = request;
  const id = newId();
  const code = randomInt(10 ** limits.otpDigits)
    .toString()
    .padStart(limits.otpDigits, "0");
  const holder = storedHolder(request.holder);
  const createdAt = now();
  await transaction(async (db) => {
    await lockNumber(db, request);
    const isKnown = purpose === "sign_in" && (await isKnownBrowser(db, mobile, holder));
    const browser = isKnown ? holder.hash : null;
    const pause = await findPause(db, { mobile, purpose, browser });
    if (pause) throw pause;
    await assertCodeAllowed(db, request, { ...holder, isKnown });
    await db
      .insertInto("one_time_codes")
      .values({
        id,
        purpose,
        mobile,
        person_id: request.personId,
        code_hmac: codeHmac(purpose, mobile, code),
        bound_to: holder.hash,
        is_known_browser: isKnown,
        network: holder.network,
        order_digest: request.order?.digest ?? null,
        fee_paise: request.order?.feePaise ?? null,
        gst_paise: request.order?.gstPaise ?? null,
        created_at: createdAt,
        expires_at: secondsFromNow(limits.otpLifeSeconds),
      })
      .execute();
  });
  return { id, code, createdAt };
}

export function codeHmac(purpose: string, mobile: string, code: string): Buffer {
  return hmac("one-time-code", purpose, mobile, code);
}

/** Closes the race between two requests for one number that both find no earlier code. */
async function lockNumber(db: Tx, { purpose, mobile }: CodeRequest): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${purpose} ${mobile}`}, 0))`.execute(
    db,
  );
}
