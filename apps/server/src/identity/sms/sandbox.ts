import { now } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";
import { encrypt, decrypt } from "../../database/encryption/encrypt.ts";
import type { SmsGateway, SmsMessage } from "./sms-gateway.ts";

/**
 * A gateway that sends nothing. It stores the text for `GET /sandbox/messages` and prints it to the
 * server's log.
 */
export function sandboxSms(print: (line: string) => void): SmsGateway {
  return {
    name: "sandbox",
    missingSettings: async () => [],
    async send({ mobile, text, code, kind: purpose }) {
      const id = newId();
      // Encrypted, because the text of a payout's code may contain a UPI id.
      const encrypted = encrypt("sandbox message", id, JSON.stringify({ text, code }));
      await database()
        .insertInto("sandbox_messages")
        .values({ id, mobile, message_encrypted: encrypted, purpose, created_at: now() })
        .execute();
      print(`Sandbox SMS to ${mobile}: ${text}`);
    },
  };
}

/** The newest texts to a number, at most 20. */
export async function sandboxMessages(mobile: string) {
  const rows = await database()
    .selectFrom("sandbox_messages")
    .select(["id", "mobile", "message_encrypted", "purpose", "created_at"])
    .where("mobile", "=", mobile)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(20)
    .execute();
  return rows.map(({ id, message_encrypted: encrypted, ...row }) => {
    const message = JSON.parse(decrypt("sandbox message", id, encrypted)) as Pick<
      SmsMessage,
      "text" | "code"
    >;
    return { ...row, ...message };
  });
}
