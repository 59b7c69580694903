import { timingSafeEqual } from "node:crypto";
import { limits } from "@rokad/contract/limits";
import { now } from "../clock.ts";
import { transaction } from "../db.ts";
import { Refusal } from "../errors.ts";
import { codeHmac, type CodePurpose } from "./issue-code.ts";

export interface RightCode {
  readonly personId: string;
  readonly order: { digest: Buffer; feePaise: bigint; gstPaise: bigint } | null;
}

/**
 * Uses up the newest code of a number.
 * @throws 400 `OTP_INVALID`, `OTP_EXPIRED` or `OTP_TRIES_USED_UP`; the fifth wrong try is the
 *   last one that is looked at.
 */
export async function checkCode(
  purpose: CodePurpose,
  mobile: string,
  code: string,
): Promise<RightCode> {
  const outcome = await transaction(async (db) => {
    // The row lock makes tries count one after another, however many arrive at once.
    const row = await db
      .selectFrom("one_time_codes")
      .selectAll()
      .where("mobile", "=", mobile)
      .where("purpose", "=", purpose)
      .where("withdrawn_at", "is", null)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(1)
      .forUpdate()
      .executeTakeFirst();
    if (!row || row.used_at) return wrongCode();
    if (row.expires_at <= now()) return expiredCode();
    if (row.wrong_tries >= limits.otpWrongTriesMax) return triesUsedUp();

    const right = timingSafeEqual(row.code_hmac, codeHmac(purpose, mobile, code)) && row.person_id;
    const change = right ? { used_at: now() } : { wrong_tries: row.wrong_tries + 1 };
    await db.updateTable("one_time_codes").set(change).where("id", "=", row.id).execute();
    if (!right) return wrongCode();
    return { personId: right, order: orderOf(row) };
  });
  // Thrown after the commit, so that a wrong try is counted.
  if (outcome instanceof Refusal) throw outcome;
  return outcome;
}

function orderOf(row: {
  order_digest: Buffer | null;
  fee_paise: bigint | null;
  gst_paise: bigint | null;
}) {
  if (!row.order_digest) return null;
  return { digest: row.order_digest, feePaise: row.fee_paise ?? 0n, gstPaise: row.gst_paise ?? 0n };
}

const refused = (code: string, message: string) =>
  new Refusal(400, code, message, { fields: { otp: message } });
const wrongCode = () => refused("OTP_INVALID", "Invalid OTP. Please try again.");
const expiredCode = () => refused("OTP_EXPIRED", "This OTP has expired. Please ask for a new one.");
const triesUsedUp = () =>
  refused("OTP_TRIES_USED_UP", "Too many wrong tries. Please ask for a new OTP.");
