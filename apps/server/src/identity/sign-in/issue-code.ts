import { randomInt } from "node:crypto";
import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { transaction, type Tx } from "../../database/db.ts";
import { smsBlocked, tooManyRequests } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { hmac } from "../../kernel/app-secret.ts";

export type CodePurpose = "sign_in" | "payout" | "decision" | "proposal" | "own_money" | "step_up";

export interface CodeRequest {
  readonly purpose: CodePurpose;
  readonly mobile: string;
  /** Null for a number without an account: it gets a row and the same answer, but no SMS. */
  readonly personId: string | null;
  /** The payout that a payout code authorises. */
  readonly order?: {
    readonly digest: Buffer;
    readonly feePaise: bigint;
    readonly gstPaise: bigint;
  };
  readonly perHourMax: number;
}

/**
 * Creates a code that replaces all earlier ones for the same purpose and number.
 * @returns the row's id and the six digits, which are stored only as a keyed hash.
 * @throws 429 `OTP_TOO_SOON` within 30 seconds of the same code, `OTP_LIMIT_REACHED` above the
 *   number's hourly limit; both with the seconds to wait. 503 `SMS_NOT_SENT` when too many texts to
 *   the number failed within an hour.
 */
export async function issueCode(request: CodeRequest): Promise<{ id: string; code: string }> {
  const id = newId();
  const code = randomInt(10 ** limits.otpDigits)
    .toString()
    .padStart(limits.otpDigits, "0");
  await transaction(async (db) => {
    await lockNumber(db, request);
    await assertResendAllowed(db, request);
    await assertHourlyLimit(db, request);
    await assertUnsentLimit(db, request);
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

/** Closes the race between two requests for one number that both find no earlier code. */
async function lockNumber(db: Tx, { purpose, mobile }: CodeRequest): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${purpose} ${mobile}`}, 0))`.execute(
    db,
  );
}

async function assertResendAllowed(db: Tx, { purpose, mobile, order }: CodeRequest): Promise<void> {
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
  // The wait applies to the same payout only; another payout gets its code at once.
  if (order && !last.order_digest?.equals(order.digest)) return;
  const wait = Math.ceil(
    limits.otpResendSeconds - (now().getTime() - last.created_at.getTime()) / 1000,
  );
  if (wait <= 0) return;
  throw tooManyRequests(
    "OTP_TOO_SOON",
    `Wait ${wait} seconds before you request another OTP`,
    wait,
  );
}

async function assertHourlyLimit(db: Tx, request: CodeRequest): Promise<void> {
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
  throw tooManyRequests("OTP_LIMIT_REACHED", "Too many OTP requests. Try again later.", wait);
}

/**
 * Limits unsent codes per number. They do not count against the hourly limit, but one with an unclear
 * outcome may have arrived: without this limit a failing gateway would let a caller flood a phone.
 */
async function assertUnsentLimit(db: Tx, { mobile, purpose }: CodeRequest): Promise<void> {
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
  throw smsBlocked(Math.ceil((oldest.getTime() - hourAgo.getTime()) / 1000));
}
