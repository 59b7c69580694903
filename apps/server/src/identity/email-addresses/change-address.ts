import { randomInt } from "node:crypto";
import { limits } from "@rokad/contract/limits";
import type { RunTransaction } from "../../http/idempotency.ts";
import { hmac } from "../../kernel/app-secret.ts";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { ApiError, tooManyRequests } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { Person } from "../../kernel/person.ts";
import { record } from "../audit/record.ts";
import { canSendEmail } from "../email/configured-mail.ts";
import { queueMessage } from "../email/queue-message.ts";
import { writeEmail } from "../email/write-email.ts";
import { countInHour } from "../rate-limit.ts";
import { maskEmail } from "./mask-email.ts";
import { removeAddress } from "./replace-address.ts";
import { readLanguage } from "../people/language.ts";

/**
 * Sends a code to a new address of a person, or removes the address. Until the code is entered,
 * e-mails go where they went before, and nothing but the code goes to the new one.
 * @param email null removes the address.
 * @throws 409 `EMAIL_UNAVAILABLE` if nothing can be sent; 429 above five codes an hour, for the person
 *   and for the address.
 */
export async function changeAddress(
  person: Person,
  email: string | null,
  run: RunTransaction,
): Promise<void> {
  if (email !== null && !(await canSendEmail())) throw unavailable();
  await run(async (db) => {
    if (email === null) await removeAddress(db, person);
    else await sendCode(db, person, email);
    await publishChange(db, [person.member.id], ["account"]);
    return {};
  });
}

async function sendCode(db: Tx, person: Person, address: string): Promise<void> {
  await assertCodesLeft(db, `e-mail codes of ${person.member.id}`, limits.emailCodesPerHourMax);
  const addressKey = hmac("email-address", address.toLowerCase()).toString("base64url");
  await assertCodesLeft(db, `e-mail codes to ${addressKey}`, limits.emailCodesPerAddressPerHourMax);
  const id = newId();
  const code = String(randomInt(10 ** limits.otpDigits)).padStart(limits.otpDigits, "0");
  const expiresAt = secondsFromNow(limits.emailCodeMinutes * 60);
  await db
    .insertInto("email_codes")
    .values({
      id,
      person_id: person.member.id,
      address,
      code_hmac: emailCodeHmac(id, code),
      created_at: now(),
      expires_at: expiresAt,
    })
    .execute();
  const written = await writeEmail(
    {
      title: "Verify your e-mail address",
      intro: ["Enter this code in Notifications to receive e-mails at this address."],
      code,
      footer: [
        `The code is valid for ${limits.emailCodeMinutes} minutes. If you did not ask for it, do nothing: without the code, nothing else is sent to you.`,
      ],
    },
    await readLanguage(db, person.member.id),
  );
  await queueMessage(db, {
    personId: person.member.id,
    kind: "verify_email",
    to: address,
    content: { ...written, code },
    giveUpAt: expiresAt,
  });
  await record(db, {
    act: "email.requested",
    by: person,
    subject: { kind: "person", id: person.member.id },
    after: { address: maskEmail(address) },
  });
}

async function assertCodesLeft(db: Tx, key: string, atMost: number): Promise<void> {
  const { used, secondsLeft } = await countInHour(db, key);
  if (used <= atMost) return;
  throw tooManyRequests(
    "TOO_MANY_REQUESTS",
    `At most ${atMost} codes are sent in an hour. Try again later.`,
    secondsLeft,
  );
}

/** A code belongs to its row: it verifies no other address. */
export function emailCodeHmac(id: string, code: string): Buffer {
  return hmac("one-time-code", "e-mail", id, code);
}

const unavailable = () =>
  new ApiError(409, "EMAIL_UNAVAILABLE", "This installation sends no e-mails yet.");
