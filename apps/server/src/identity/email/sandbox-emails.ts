import { database } from "../../database/db.ts";
import { messageIdOf } from "./configured-mail.ts";
import { decodeEmail } from "./queue-message.ts";

/** The newest e-mails to an address that the sandbox kept, at most 20. */
export async function sandboxEmails(to: string) {
  const rows = await database()
    .selectFrom("outbound_messages")
    .select(["id", "to_address", "kind", "content_encrypted", "created_at"])
    .where("to_address", "=", to)
    .where("state", "=", "sent")
    .where("content_encrypted", "is not", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(20)
    .execute();
  return rows.flatMap(({ id, content_encrypted: encrypted, ...row }) => {
    if (!encrypted) return [];
    const { subject, text, html, code = null } = decodeEmail(id, encrypted);
    return [
      {
        to: row.to_address ?? "",
        subject,
        text,
        html,
        code,
        message_id: messageIdOf(id),
        purpose: row.kind,
        created_at: row.created_at.toISOString(),
      },
    ];
  });
}
