import { limits } from "@rokad/contract/limits";
import { transaction, type Tx } from "../../database/db.ts";
import { ApiError, tooManyRequests } from "../../kernel/errors.ts";
import { countInHour } from "../rate-limit.ts";
import { tryCode, type CheckedCode } from "../sign-in/check-code.ts";
import type { CodePurpose } from "../sign-in/issue-code.ts";

/**
 * As `checkCode`, and counts wrong codes per person: each new code brings new tries.
 * @throws 429 `TOO_MANY_REQUESTS` after ten wrong codes in a clock hour.
 */
export async function checkGuess(
  purpose: CodePurpose,
  mobile: string,
  code: string,
): Promise<CheckedCode> {
  const outcome = await transaction(async (db) => {
    const key = `wrong ${purpose} codes ${mobile}`;
    // The counter's row stays locked until the commit, so parallel guesses count one after the other.
    const { used, secondsLeft } = await countInHour(db, key);
    if (used > limits.stepUpWrongOtpsPerHourMax) return tooManyWrongCodes(secondsLeft);
    const checked = await tryCode(db, purpose, mobile, code);
    const isWrong = checked instanceof ApiError && checked.code === "OTP_INVALID";
    if (!isWrong) await uncountGuess(db, key);
    return checked;
  });
  // Throw after the commit: a rollback would not count the wrong try.
  if (outcome instanceof ApiError) throw outcome;
  return outcome;
}

/** Takes back the count of this try. Its row is locked, and is the key's newest. */
async function uncountGuess(db: Tx, key: string): Promise<void> {
  await db
    .updateTable("rate_limits")
    .set((eb) => ({ used: eb("used", "-", 1) }))
    .where("key", "=", key)
    .where("window_start", "=", (eb) =>
      eb
        .selectFrom("rate_limits as newest")
        .select((of) => of.fn.max("newest.window_start").as("start"))
        .where("newest.key", "=", key),
    )
    .execute();
}

function tooManyWrongCodes(secondsLeft: number): ApiError {
  const minutes = Math.ceil(secondsLeft / 60);
  return tooManyRequests(
    "TOO_MANY_REQUESTS",
    `${limits.stepUpWrongOtpsPerHourMax} wrong OTPs were entered. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
    secondsLeft,
  );
}
