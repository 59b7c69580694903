import { now } from "../clock.ts";
import { database } from "../db.ts";
import { newId } from "../ids.ts";
import type { SmsGateway } from "./sms.ts";

/**
 * A gateway that sends nothing: the text is kept for `GET /sandbox/messages` and, because
 * nobody has a phone to read it on, told to `print` (the server's log).
 */
export function sandboxSms(print: (line: string) => void): SmsGateway {
  return {
    name: "sandbox",
    async send({ mobile, text, code, purpose }) {
      await database()
        .insertInto("sandbox_messages")
        .values({ id: newId(), mobile, text, code, purpose, created_at: now() })
        .execute();
      print(`Sandbox SMS to ${mobile}: ${text}`);
    },
  };
}

/** The newest texts to a number, at most 20. */
export function sandboxMessages(mobile: string) {
  return database()
    .selectFrom("sandbox_messages")
    .select(["mobile", "text", "code", "purpose", "created_at"])
    .where("mobile", "=", mobile)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(20)
    .execute();
}
