import { limits } from "@rokad/contract/limits";
import { transaction } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { record } from "../audit/record.ts";
import { notify } from "../notifications/notify.ts";
import type { GuessCounter } from "./count-guesses.ts";

/**
 * Notifies the owner of a number, if it has one, that codes are being guessed, and adds a line to the
 * audit log. Runs after the answer, because its time would tell that the number has an account.
 */
export async function notifyOfGuesses({ mobile, purpose, browser }: GuessCounter): Promise<void> {
  await transaction(async (db) => {
    const person = await db
      .selectFrom("people")
      .select("id")
      .where("mobile", "=", mobile)
      .where("closed_at", "is", null)
      .executeTakeFirst();
    if (!person) return;
    const { id } = person;
    await notify(db, [{ personId: id, kind: "codes_guessed", subjectId: id }]);
    await publishChange(db, [id], ["notifications"]);
    await record(db, {
      act: "sign_in.paused",
      by: null,
      subject: { kind: "person", id },
      after: {
        purpose,
        wrong_otps: limits.otpWrongTriesPerDayMax,
        browser: browser ? "known" : "new",
      },
    });
  });
}
