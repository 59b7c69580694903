import type { AuditAct } from "@rokad/contract/audit";
import { record } from "../audit/record.ts";
import { transaction } from "../db.ts";
import type { Refusal } from "../errors.ts";
import { countInHour } from "./count-use.ts";
import type { Visitor } from "./open-session.ts";

/** What is refused how in the log; any other refusal is nobody's attempt on an account. */
const recorded: Readonly<Record<string, { act: AuditAct; reason: string }>> = {
  OTP_INVALID: { act: "sign_in.failed", reason: "Wrong OTP" },
  OTP_EXPIRED: { act: "sign_in.failed", reason: "Expired OTP" },
  ACCOUNT_INACTIVE: { act: "sign_in.failed", reason: "The account is inactive" },
  OTP_TRIES_USED_UP: { act: "sign_in.locked_out", reason: "Too many wrong tries" },
  OTP_LIMIT_REACHED: { act: "sign_in.locked_out", reason: "Too many OTPs asked for" },
  TOO_MANY_REQUESTS: { act: "sign_in.locked_out", reason: "Too many requests from one address" },
};

/** What one hour adds to a log that is kept for ever, however many try. */
const limitsPerHour = { ofNumber: 20, together: 2_000 };

/**
 * Records that somebody was not let in, in a transaction of its own: what they tried is undone
 * already. A lock-out is told once an hour for each number or address, failures of a number up
 * to a limit, and all together up to another; that the limit was passed is recorded too.
 * @param mobile as it was typed; kept masked unless it is somebody's.
 */
export async function recordRefusal(
  refusal: Refusal,
  mobile: string,
  visitor: Visitor,
): Promise<void> {
  const deed = recorded[refusal.code];
  if (!deed) return;
  await transaction(async (db) => {
    const lockedOut = deed.act === "sign_in.locked_out";
    const who = refusal.code === "TOO_MANY_REQUESTS" ? visitor.address : mobile;
    const { used } = await countInHour(db, `audit ${refusal.code} ${who}`);
    if (used > (lockedOut ? 1 : limitsPerHour.ofNumber)) return;
    const { used: together } = await countInHour(db, "audit refused sign-ins");
    if (together > limitsPerHour.together + 1) return;
    if (together > limitsPerHour.together) {
      await record(db, {
        act: "sign_in.locked_out",
        by: null,
        reason: `More than ${limitsPerHour.together} sign-ins were refused in this hour. The others are not listed.`,
      });
      return;
    }
    const person = await db
      .selectFrom("people")
      .select("id")
      .where("mobile", "=", mobile)
      .executeTakeFirst();
    await record(db, {
      ...deed,
      by: null,
      from: visitor,
      ...(person
        ? { subject: { kind: "person", id: person.id } }
        : { after: { mobile: maskMobile(mobile) } }),
    });
  });
}

/** `90******02`. */
function maskMobile(mobile: string): string {
  return `${mobile.slice(0, 2)}******${mobile.slice(-2)}`;
}
