import { timingSafeEqual } from "node:crypto";
import type { ErrorCode } from "@rokad/contract/error-codes";
import { limits } from "@rokad/contract/limits";
import { now } from "../../kernel/clock.ts";
import { transaction, type Tx } from "../../database/db.ts";
import { ApiError, tooManyRequests } from "../../kernel/errors.ts";
import type { Person } from "../../kernel/person.ts";
import { countInHour, readInHour } from "../rate-limit.ts";
import { emailCodeHmac } from "./change-address.ts";
import { storeAddress } from "./replace-address.ts";

/**
 * Uses the code of the person's newest new address. Only the person who entered the address can use
 * it, in a session of their own.
 * @throws 400 `OTP_INVALID`, `OTP_EXPIRED`, or `OTP_TRIES_USED_UP` after five wrong codes; 429 after
 *   ten wrong ones in an hour.
 */
export async function verifyAddress(person: Person, code: string): Promise<void> {
  const error = await transaction((db) => tryCode(db, person, code));
  // Thrown after the commit: a rollback would not count the wrong code.
  if (error) throw error;
}

async function tryCode(db: Tx, person: Person, code: string): Promise<ApiError | undefined> {
  const wrongCodes = `wrong e-mail codes of ${person.member.id}`;
  // Closes the race between two tries: the row lock makes them count one after the other.
  const row = await db
    .selectFrom("email_codes")
    .selectAll()
    .where("person_id", "=", person.member.id)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  const { used, secondsLeft } = await readInHour(db, wrongCodes);
  if (used >= limits.emailWrongCodesPerHourMax) {
    const message = "Too many wrong codes. Try again later.";
    return tooManyRequests("TOO_MANY_REQUESTS", message, secondsLeft);
  }
  if (!row || row.used_at) return codeError("OTP_INVALID", "Invalid code. Please try again.");
  if (row.expires_at <= now()) {
    return codeError("OTP_EXPIRED", "This code has expired. Request a new one.");
  }
  if (row.wrong_tries >= limits.otpWrongTriesMax) {
    return codeError("OTP_TRIES_USED_UP", "Too many wrong codes. Request a new one.");
  }
  if (!timingSafeEqual(row.code_hmac, emailCodeHmac(row.id, code))) {
    await countInHour(db, wrongCodes);
    await db
      .updateTable("email_codes")
      .set({ wrong_tries: row.wrong_tries + 1 })
      .where("id", "=", row.id)
      .execute();
    return codeError("OTP_INVALID", "Invalid code. Please try again.");
  }
  await db.updateTable("email_codes").set({ used_at: now() }).where("id", "=", row.id).execute();
  await storeAddress(db, person, row.address);
  return undefined;
}

const codeError = (code: ErrorCode, message: string) =>
  new ApiError(400, code, message, { fields: { code: message } });
