import { createHmac } from "node:crypto";
import { now } from "../../kernel/clock.ts";
import type { SignedWebhook } from "../../kernel/log-copy-settings.ts";
import { CopyNotSentError, reasonOf } from "./audit-receiver.ts";

const timeoutMs = 20_000;

interface WebhookBody {
  /** The same for each repeat, so that the receiver can drop it. */
  readonly id: string;
  readonly contentType: string;
  readonly text: string;
}

/**
 * Posts a body, signed as Standard Webhooks describes: HMAC-SHA-256 over id, time and body.
 * @throws {CopyNotSentError} without an answer of 200 to 299 within 20 s.
 */
export async function postSigned(
  { url, secret }: SignedWebhook,
  { id, contentType, text }: WebhookBody,
): Promise<void> {
  const timestamp = String(Math.floor(now().getTime() / 1_000));
  const status = await statusOf(url, {
    method: "POST",
    headers: {
      "content-type": contentType,
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${signature(secret, `${id}.${timestamp}.${text}`)}`,
    },
    body: text,
    // A redirect would carry the rows to an address that nobody chose.
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (status < 200 || status > 299) throw new CopyNotSentError(`webhook: answered ${status}`);
}

function signature(secret: string, content: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return createHmac("sha256", key).update(content).digest("base64");
}

async function statusOf(url: string, request: RequestInit): Promise<number> {
  try {
    const { status, body } = await fetch(url, request);
    await body?.cancel();
    return status;
  } catch (error) {
    throw new CopyNotSentError(`webhook: ${reasonOf(error)}`);
  }
}
