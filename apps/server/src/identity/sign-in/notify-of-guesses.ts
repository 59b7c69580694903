import { limits } from "@rokad/contract/limits";
import { transaction } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { dateTimeInIndia } from "../../kernel/days.ts";
import { record } from "../audit/record.ts";
import { notify } from "../notifications/notify.ts";
import { productName } from "../settings/read-branding.ts";
import { sendNoticeText } from "../sms/send-notice-text.ts";
import type { GuessCounter } from "./count-guesses.ts";

const daySeconds = 24 * 60 * 60;

/**
 * Notifies the owner of a number, if it has one, that codes are being guessed: in the console, in the
 * audit log, and with a text if it is registered. Once in 24 hours, whatever the browsers and purposes
 * are. Runs after the answer, because its time would tell that the number has an account. The text is
 * not repeated, because the console has the notice.
 */
export async function notifyOfGuesses(counter: GuessCounter): Promise<void> {
  if (!(await notifyInConsole(counter))) return;
  await sendNoticeText("codes_guessed", counter.mobile, {
    product: await productName(),
    time: dateTimeInIndia(now()).slice(0, -":00".length),
  });
}

/** @returns false for a number without an account, and within 24 hours of the last notice. */
function notifyInConsole({ mobile, purpose, browser }: GuessCounter): Promise<boolean> {
  return transaction(async (db) => {
    const person = await db
      .selectFrom("people")
      .select("id")
      .where("mobile", "=", mobile)
      // Closes the race between the pauses of two browsers: the second sees the first one's notice.
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!person) return false;
    const { id } = person;
    const earlier = await db
      .selectFrom("notifications")
      .select("id")
      .where("person_id", "=", id)
      .where("kind", "=", "codes_guessed")
      .where("created_at", ">", secondsFromNow(-daySeconds))
      .limit(1)
      .executeTakeFirst();
    if (earlier) return false;
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
    return true;
  });
}
