import type { Language } from "@rokad/contract/language";
import { limits } from "@rokad/contract/limits";
import { record } from "../audit/record.ts";
import { database, transaction } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { dateTimeInIndia } from "../../kernel/days.ts";
import { ApiError, tooManyRequests } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { countInHour } from "../rate-limit.ts";
import { readMailRoute } from "./configured-mail.ts";
import { EmailNotSentError, sendEmail } from "./send-email.ts";
import { writeEmail } from "./write-email.ts";
import { readLanguage } from "../people/language.ts";

/**
 * Sends a test e-mail to the super admin's own verified address and waits for the answer.
 * @throws 409 `EMAIL_NOT_VERIFIED`; 429 above 20 in an hour.
 */
export async function sendTestEmail(person: SuperAdmin) {
  const row = await database()
    .selectFrom("email_addresses")
    .select("address")
    .where("person_id", "=", person.member.id)
    .executeTakeFirst();
  if (!row) {
    throw new ApiError(
      409,
      "EMAIL_NOT_VERIFIED",
      "Verify your own e-mail address in Notifications first. The test goes there.",
    );
  }
  const { used, secondsLeft } = await countInHour(
    database(),
    `test e-mails of ${person.member.id}`,
  );
  if (used > limits.testEmailsPerHourMax) {
    throw tooManyRequests(
      "TOO_MANY_REQUESTS",
      `You have sent ${limits.testEmailsPerHourMax} test e-mails this hour. Try again later.`,
      secondsLeft,
    );
  }
  const began = performance.now();
  const error = await sendTest(row.address, await readLanguage(database(), person.member.id));
  await transaction((db) =>
    record(db, {
      act: "email.test_sent",
      by: person,
      subject: { kind: "setting", id: "smtp_host" },
      after: { sent: error === null },
    }),
  );
  return { took_ms: Math.round(performance.now() - began), error };
}

async function sendTest(to: string, language: Language): Promise<string | null> {
  const route = await readMailRoute();
  if (!("server" in route)) {
    return route.source === "sandbox"
      ? "No mail server is set: the sandbox keeps e-mails instead"
      : "No mail server is set";
  }
  const written = await writeEmail(
    {
      title: "Test e-mail",
      intro: [`Sent on ${dateTimeInIndia(now()).slice(0, -":00".length)}. The mail server works.`],
      footer: ["You get this e-mail because you selected Send test e-mail."],
    },
    language,
  );
  try {
    await sendEmail(route, { ...written, id: newId(), to });
    return null;
  } catch (error) {
    if (error instanceof EmailNotSentError) return error.message;
    throw error;
  }
}
