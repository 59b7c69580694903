import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";
const secretBytes = 32;

/** A secret of the Standard Webhooks specification. */
export function newWebhookSecret(): string {
  return `${prefix}${randomBytes(secretBytes).toString("base64")}`;
}

interface SignedMessage {
  readonly id: string;
  readonly at: Date;
  readonly body: string;
}

/** The bytes that are signed. */
export function signedContent({ id, at, body }: SignedMessage): string {
  return `${id}.${timestampOf(at)}.${body}`;
}

/**
 * The headers of a message.
 * @param secrets one, or several while old ones have not ended: each signs.
 */
export function signedHeaders(message: SignedMessage, secrets: readonly string[]) {
  return {
    "webhook-id": message.id,
    "webhook-timestamp": timestampOf(message.at),
    "webhook-signature": secrets.map((secret) => signatureOf(message, secret)).join(" "),
  };
}

export function signatureOf(message: SignedMessage, secret: string): string {
  const key = Buffer.from(secret.slice(prefix.length), "base64");
  return `v1,${createHmac("sha256", key).update(signedContent(message)).digest("base64")}`;
}

function timestampOf(at: Date): string {
  return String(Math.floor(at.getTime() / 1_000));
}
