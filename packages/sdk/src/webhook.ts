import type { Event } from "./generated/types.generated.ts";
import { parseJson } from "./error.ts";

// Webhooks by the Standard Webhooks specification, with Web Cryptography only, so that the same code
// runs in Node.js, Deno, Bun and at the edge.

export type WebhookErrorCode =
  | "HEADER_MISSING"
  | "TIMESTAMP_MALFORMED"
  | "TIMESTAMP_TOO_OLD"
  | "TIMESTAMP_TOO_NEW"
  | "NO_SIGNATURE_MATCHES"
  | "SECRET_MALFORMED"
  | "BODY_MALFORMED";

/** Why a webhook is not accepted. Answer 401, and fix what the message says if Rokad sent it. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

/** Of a `Request`, or the plain object of a Node.js server. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>;

export interface SignedWebhook {
  /** The bytes as they came: a parsed and written body is not what was signed. */
  readonly body: string | Uint8Array;
  readonly headers: WebhookHeaders;
  /** The endpoint's secret, `whsec_…`; both of them while one replaces the other. */
  readonly secret: string | readonly string[];
  /** How far the timestamp may differ from this machine's clock; default 300. */
  readonly toleranceSeconds?: number;
}

/**
 * Checks that Rokad sent exactly these bytes just now.
 * @returns the event. It can come twice: handle each `id` once.
 * @throws {WebhookError}
 */
export async function verifyWebhook(webhook: SignedWebhook): Promise<Event> {
  const { body, headers, secret, toleranceSeconds = 300 } = webhook;
  if (typeof body !== "string" && !(body instanceof Uint8Array))
    throw new WebhookError("BODY_MALFORMED", "Pass the bytes as they came, not a parsed body");
  const keys = await Promise.all([secret].flat().map((text) => importSecret(text, "verify")));
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signatures = signaturesIn(headerOf(headers, "webhook-signature"));
  checkTimestamp(timestamp, toleranceSeconds);
  const content = signedContent(id, timestamp, body);
  const verified = await Promise.all(
    keys.flatMap((key) =>
      // It compares in constant time.
      signatures.map((signature) => crypto.subtle.verify("HMAC", key, signature, content)),
    ),
  );
  if (!verified.includes(true))
    throw new WebhookError(
      "NO_SIGNATURE_MATCHES",
      "The secret is another endpoint's, or the body was changed on its way",
    );
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const event = parseJson(text);
  if (event === undefined) throw new WebhookError("BODY_MALFORMED", "The signed body is not JSON");
  return event as Event;
}

/**
 * The headers of a signed webhook, to test a receiver.
 * @throws {WebhookError} for a malformed secret.
 */
export async function signWebhook({
  id,
  body,
  secret,
  at = new Date(),
}: {
  id: string;
  body: string;
  secret: string;
  at?: Date;
}): Promise<Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = await importSecret(secret, "sign");
  const signature = await crypto.subtle.sign("HMAC", key, signedContent(id, timestamp, body));
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`,
  };
}

async function importSecret(secret: string, use: "sign" | "verify"): Promise<CryptoKey> {
  const bytes = secret.startsWith("whsec_") ? decodeBase64(secret.slice(6)) : undefined;
  if (!bytes || bytes.length < 24 || bytes.length > 64)
    throw new WebhookError(
      "SECRET_MALFORMED",
      "A secret is whsec_ and 24 to 64 bytes in base64; copy it again, complete",
    );
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [use]);
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : plainHeader(headers, name);
  if (!value) throw new WebhookError("HEADER_MISSING", `The header ${name} is missing`);
  return value;
}

function plainHeader(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  name: string,
): string | undefined {
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return Array.isArray(value) ? value[0] : value;
}

/** The signatures of version 1; others may stand beside them. */
function signaturesIn(header: string): Uint8Array<ArrayBuffer>[] {
  return header
    .split(" ")
    .filter((signature) => signature.startsWith("v1,"))
    .flatMap((signature) => decodeBase64(signature.slice(3)) ?? []);
}

function checkTimestamp(timestamp: string, toleranceSeconds: number): void {
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookError("TIMESTAMP_MALFORMED", "webhook-timestamp is not a time in seconds");
  const age = Date.now() / 1000 - Number(timestamp);
  if (age > toleranceSeconds)
    throw new WebhookError(
      "TIMESTAMP_TOO_OLD",
      `It was signed ${Math.round(age)} s ago: it is repeated, or this machine's clock is fast`,
    );
  if (-age > toleranceSeconds)
    throw new WebhookError(
      "TIMESTAMP_TOO_NEW",
      `It was signed ${Math.round(-age)} s in the future: this machine's clock is slow`,
    );
}

function signedContent(
  id: string,
  timestamp: string,
  body: string | Uint8Array,
): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const content = new Uint8Array(head.length + bytes.length);
  content.set(head);
  content.set(bytes, head.length);
  return content;
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
