import { now } from "../clock.ts";
import { database } from "../db.ts";
import { newId } from "../ids.ts";
import { seal, unseal } from "../sealing/seal.ts";
import type { SmsGateway, SmsMessage } from "./sms.ts";

/**
 * A gateway that sends nothing: the text is kept for `GET /sandbox/messages` and, because
 * nobody has a phone to read it on, told to `print` (the server's log).
 */
export function sandboxSms(print: (line: string) => void): SmsGateway {
  return {
    name: "sandbox",
    missingSettings: async () => [],
    async send({ mobile, text, code, kind: purpose }) {
      const id = newId();
      // The text of a payout's code names a UPI id.
      const sealed = seal("sandbox message", id, JSON.stringify({ text, code }));
      await database()
        .insertInto("sandbox_messages")
        .values({ id, mobile, message_sealed: sealed, purpose, created_at: now() })
        .execute();
      print(`Sandbox SMS to ${mobile}: ${text}`);
    },
  };
}

/** The newest texts to a number, at most 20. */
export async function sandboxMessages(mobile: string) {
  const rows = await database()
    .selectFrom("sandbox_messages")
    .select(["id", "mobile", "message_sealed", "purpose", "created_at"])
    .where("mobile", "=", mobile)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(20)
    .execute();
  return rows.map(({ id, message_sealed: sealed, ...row }) => {
    const message = JSON.parse(unseal("sandbox message", id, sealed)) as Pick<
      SmsMessage,
      "text" | "code"
    >;
    return { ...row, ...message };
  });
}
