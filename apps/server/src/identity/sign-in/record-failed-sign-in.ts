import type { AuditAct } from "@rokad/contract/audit";
import { record } from "../audit/record.ts";
import { transaction } from "../../database/db.ts";
import type { ApiError } from "../../kernel/errors.ts";
import { networkOf } from "../../kernel/network.ts";
import { countInHour } from "../rate-limit.ts";
import type { RequestOrigin } from "../../kernel/person.ts";

/** The errors that the audit log records; any other is no attempt on an account. */
const recordedErrors: Readonly<Record<string, { act: AuditAct; reason: string }>> = {
  OTP_INVALID: { act: "sign_in.failed", reason: "Wrong OTP" },
  PASSKEY_REFUSED: { act: "sign_in.failed", reason: "Passkey refused" },
  OTP_EXPIRED: { act: "sign_in.failed", reason: "Expired OTP" },
  ACCOUNT_INACTIVE: { act: "sign_in.failed", reason: "Account inactive" },
  OTP_TRIES_USED_UP: { act: "sign_in.locked_out", reason: "Too many wrong attempts" },
  OTP_PAUSED: { act: "sign_in.locked_out", reason: "Paused after too many wrong OTPs" },
  OTP_LIMIT_REACHED: { act: "sign_in.locked_out", reason: "Too many OTP requests" },
  TOO_MANY_REQUESTS: { act: "sign_in.locked_out", reason: "Too many requests from one address" },
};

/** Bounds what an attack adds per hour to a log that is never deleted. */
const rowsPerHourMax = { perNumber: 20, total: 2_000 };

/**
 * Records a rejected sign-in in its own transaction, because the sign-in's was rolled back.
 *
 * Per hour it adds one lock-out per number or address, 20 failures per number and 2,000 rows in
 * total, then one row that says that the total was reached.
 * @param mobile as typed, masked in the log unless it belongs to an account; undefined for a passkey
 *   that nobody here has.
 */
export async function recordFailedSignIn(
  error: ApiError,
  mobile: string | undefined,
  origin: RequestOrigin,
): Promise<void> {
  const event = recordedErrors[error.code];
  if (!event) return;
  await transaction(async (db) => {
    const isLockout = event.act === "sign_in.locked_out";
    const source = error.code === "TOO_MANY_REQUESTS" ? networkOf(origin.address) : (mobile ?? "");
    const { used } = await countInHour(db, `audit ${error.code} ${source}`);
    if (used > (isLockout ? 1 : rowsPerHourMax.perNumber)) return;
    const { used: total } = await countInHour(db, "audit refused sign-ins");
    if (total > rowsPerHourMax.total + 1) return;
    if (total > rowsPerHourMax.total) {
      await record(db, {
        act: "sign_in.locked_out",
        by: null,
        reason: `More than ${rowsPerHourMax.total} sign-ins failed this hour. The others are not listed.`,
      });
      return;
    }
    const person = await db
      .selectFrom("people")
      .select("id")
      .where("mobile", "=", mobile ?? "")
      .executeTakeFirst();
    await record(db, {
      ...event,
      by: null,
      from: origin,
      ...(person
        ? { subject: { kind: "person", id: person.id } }
        : mobile !== undefined && { after: { mobile: maskMobile(mobile) } }),
    });
  });
}

/** `90******02`. */
/** `90******01`, for the audit log. */
export function maskMobile(mobile: string): string {
  return `${mobile.slice(0, 2)}******${mobile.slice(-2)}`;
}
