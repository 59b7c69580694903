import { sql } from "kysely";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";
import { decrypt, encrypt } from "../../database/encryption/encrypt.ts";
import type { NoticeSmsKind } from "@rokad/contract/sms-text";
import type { TextValues } from "../sms/write-text.ts";
import type { WrittenEmail } from "./write-email.ts";

/** What an e-mail says, with the code that it contains, for the sandbox. */
export interface EmailContent extends WrittenEmail {
  readonly code?: string;
}

/** What a text says. */
export interface TextContent {
  readonly text: NoticeSmsKind;
  readonly values: TextValues;
}

/** A message that was tried so long in vain would only confuse. */
const giveUpSeconds = 24 * 60 * 60;

interface NewMessage {
  readonly personId: string;
  /** The business of which a member is notified. */
  readonly tenantId?: string | undefined;
  /** A kind of notification, or the purpose of an e-mail about the address itself. */
  readonly kind: string;
  /** The receiver of an e-mail; null for a text. */
  readonly to: string | null;
  readonly content: EmailContent | TextContent;
  readonly giveUpAt?: Date;
}

/**
 * Adds a message in the transaction that needs it. A worker sends it after the commit, and tries again
 * with growing pauses; an e-mail keeps its Message-ID.
 * @returns its id.
 */
export async function queueMessage(
  db: Tx,
  { personId, tenantId, kind, to, content, giveUpAt = secondsFromNow(giveUpSeconds) }: NewMessage,
): Promise<string> {
  const id = newId();
  await db
    .insertInto("outbound_messages")
    .values({
      id,
      person_id: personId,
      tenant_id: tenantId ?? null,
      channel: to === null ? "sms" : "email",
      kind,
      to_address: to,
      content_encrypted: encrypt("outbound message", id, JSON.stringify(content)),
      due_at: now(),
      created_at: now(),
      give_up_at: giveUpAt,
    })
    .execute();
  return id;
}

export function decodeEmail(id: string, encrypted: Buffer): EmailContent {
  return JSON.parse(decrypt("outbound message", id, encrypted)) as EmailContent;
}

export function decodeText(id: string, encrypted: Buffer): TextContent {
  return JSON.parse(decrypt("outbound message", id, encrypted)) as TextContent;
}

/** Ends what still waits to go to an address that the person no longer uses. */
export async function cancelEmailsTo(db: Tx, personId: string, address: string): Promise<void> {
  await sql`
    update outbound_messages
    set state = 'failed', due_at = null, finished_at = ${now()}, content_encrypted = null,
      last_error = 'The person no longer uses this address'
    where person_id = ${personId} and to_address = ${address} and state = 'waiting'
  `.execute(db);
}
