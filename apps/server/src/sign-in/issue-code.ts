import { randomInt } from "node:crypto";
import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import { now, secondsFromNow } from "../clock.ts";
import { transaction, type Tx } from "../db.ts";
import { smsNeverSent, tooMany } from "../errors.ts";
import { newId } from "../ids.ts";
import { hmac } from "../secrets.ts";

export type CodePurpose = "sign_in" | "payout" | "credential" | "decision";

export interface CodeRequest {
  readonly purpose: CodePurpose;
  readonly mobile: string;
  /** Null for a number without an account: it gets a row and the same answer, but no text. */
  readonly personId: string | null;
  /** What a payout code authorises. */
  readonly order?: {
    readonly digest: Buffer;
    readonly feePaise: bigint;
    readonly gstPaise: bigint;
  };
  readonly perHourMax: number;
}

/**
 * Makes a new code that replaces every earlier one for the same purpose and number.
 * @returns its id, and the six digits, which are kept nowhere but as a keyed hash.
 * @throws 429 `OTP_TOO_SOON` when the same was sent within 30 seconds, `OTP_LIMIT_REACHED`
 *   when the number has had its share of this hour; both with the seconds to wait. 503
 *   `SMS_NOT_SENT` when too many could not be sent to the number within an hour.
 */
export async function issueCode(request: CodeRequest): Promise<{ id: string; code: string }> {
  const id = newId();
  const code = randomInt(10 ** limits.otpDigits)
    .toString()
    .padStart(limits.otpDigits, "0");
  await transaction(async (db) => {
    await oneAtATime(db, request);
    await refuseTooSoon(db, request);
    await refuseTooMany(db, request);
    await refuseInVain(db, request);
    await db
      .insertInto("one_time_codes")
      .values({
        id,
        purpose: request.purpose,
        mobile: request.mobile,
        person_id: request.personId,
        code_hmac: codeHmac(request.purpose, request.mobile, code),
        order_digest: request.order?.digest ?? null,
        fee_paise: request.order?.feePaise ?? null,
        gst_paise: request.order?.gstPaise ?? null,
        created_at: now(),
        expires_at: secondsFromNow(limits.otpLifeSeconds),
      })
      .execute();
  });
  return { id, code };
}

export function codeHmac(purpose: string, mobile: string, code: string): Buffer {
  return hmac("one-time-code", purpose, mobile, code);
}

/** Closes the race in which two requests for one number both see that nothing was sent yet. */
async function oneAtATime(db: Tx, { purpose, mobile }: CodeRequest): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${purpose} ${mobile}`}, 0))`.execute(
    db,
  );
}

async function refuseTooSoon(db: Tx, { purpose, mobile, order }: CodeRequest): Promise<void> {
  const last = await db
    .selectFrom("one_time_codes")
    .select(["created_at", "order_digest", "used_at"])
    .where("mobile", "=", mobile)
    .where("purpose", "=", purpose)
    .where("withdrawn_at", "is", null)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!last || last.used_at) return;
  // Another payout is a new code at once; the wait is about sending the same one again.
  if (order && !last.order_digest?.equals(order.digest)) return;
  const wait = Math.ceil(
    limits.otpResendSeconds - (now().getTime() - last.created_at.getTime()) / 1000,
  );
  if (wait <= 0) return;
  throw tooMany("OTP_TOO_SOON", `Please wait ${wait} seconds before asking for another OTP`, wait);
}

async function refuseTooMany(db: Tx, request: CodeRequest): Promise<void> {
  const hourAgo = secondsFromNow(-60 * 60);
  const sent = await db
    .selectFrom("one_time_codes")
    .select((eb) => [eb.fn.countAll<bigint>().as("count"), eb.fn.min("created_at").as("oldest")])
    .where("mobile", "=", request.mobile)
    .where("purpose", "=", request.purpose)
    .where("created_at", ">", hourAgo)
    .where("withdrawn_at", "is", null)
    .executeTakeFirstOrThrow();
  if (sent.count < BigInt(request.perHourMax)) return;
  const wait = Math.ceil((sent.oldest.getTime() - hourAgo.getTime()) / 1000);
  throw tooMany("OTP_LIMIT_REACHED", "Too many OTP requests. Please try again later.", wait);
}

/**
 * What could not be sent counts as nobody's attempt, but a text whose outcome was unclear may have
 * arrived: without an end to it, a failing gateway would let anybody flood somebody's phone.
 */
async function refuseInVain(db: Tx, { mobile, purpose }: CodeRequest): Promise<void> {
  const hourAgo = secondsFromNow(-60 * 60);
  const { count, oldest } = await db
    .selectFrom("one_time_codes")
    .select((eb) => [eb.fn.countAll<bigint>().as("count"), eb.fn.min("created_at").as("oldest")])
    .where("mobile", "=", mobile)
    .where("purpose", "=", purpose)
    .where("created_at", ">", hourAgo)
    .where("withdrawn_at", "is not", null)
    .executeTakeFirstOrThrow();
  if (count < BigInt(limits.otpUnsentPerHourMax)) return;
  throw smsNeverSent(Math.ceil((oldest.getTime() - hourAgo.getTime()) / 1000));
}
