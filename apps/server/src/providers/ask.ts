import { NotTakenError, OutcomeUnknownError } from "./provider.ts";

const answerBytesMax = 4 * 1024 * 1024;

export interface Question {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or with a `URLSearchParams` a form. */
  readonly body?: object | URLSearchParams;
  /** From the beginning of the call to the last byte of the answer. */
  readonly timeoutMs: number;
}

/** An answer that is one: below 500, not 429, and JSON. What it means is the adapter's to say. */
export interface FarAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
}

/**
 * One call to the outside, never repeated here. Its errors never hold what was sent: no header,
 * no body, no address with a query.
 * @throws {NotTakenError} when no connection came about, so that nothing can have been taken.
 * @throws {OutcomeUnknownError} for everything else without a clear answer: out of time, cut off,
 *   5xx, 429 (with the time that `Retry-After` asks for), a redirect, or a body that is not JSON.
 */
export async function ask(question: Question): Promise<FarAnswer> {
  const signal = AbortSignal.timeout(question.timeoutMs);
  const response = await send(question, signal);
  const text = await readText(response, signal);
  const { status, headers } = response;
  if (status === 429) {
    throw new OutcomeUnknownError("It asks us to call less often (429)", {
      retryAfterMs: retryAfterMs(headers),
    });
  }
  if (status >= 500) {
    throw new OutcomeUnknownError(`It has trouble of its own (${status})`, {
      retryAfterMs: retryAfterMs(headers),
    });
  }
  if (status >= 300 && status < 400) throw new OutcomeUnknownError("It sent us elsewhere");
  return { status, headers, json: parse(text, status) };
}

async function send(question: Question, signal: AbortSignal): Promise<Response> {
  const { method, url, headers, body } = question;
  const isForm = body instanceof URLSearchParams;
  try {
    return await fetch(url, {
      method,
      headers: {
        accept: "application/json",
        ...(body && !isForm && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
      // Keys don't follow a redirect to another host.
      redirect: "manual",
      signal,
    });
  } catch (error) {
    throw failureOf(error, signal);
  }
}

const none: readonly Uint8Array[] = [];

async function readText(response: Response, signal: AbortSignal): Promise<string> {
  try {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    const body: AsyncIterable<Uint8Array> | null = response.body;
    for await (const chunk of body ?? none) {
      bytes += chunk.byteLength;
      if (bytes > answerBytesMax) throw new OutcomeUnknownError("Its answer is far too long");
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString("utf8");
  } catch (error) {
    if (error instanceof OutcomeUnknownError) throw error;
    throw signal.aborted
      ? new OutcomeUnknownError("It gave no answer in time")
      : new OutcomeUnknownError("The connection broke off in the middle of its answer");
  }
}

/** Where these happen, not a byte of the request has left us. */
const neverConnected: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);

function failureOf(error: unknown, signal: AbortSignal): Error {
  if (signal.aborted) return new OutcomeUnknownError("It gave no answer in time");
  const cause = error instanceof Error ? error.cause : undefined;
  const code =
    cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "";
  if (neverConnected.has(code)) return new NotTakenError(`It could not be reached (${code})`);
  return new OutcomeUnknownError("The connection broke off before its answer");
}

function parse(text: string, status: number): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new OutcomeUnknownError(`Its answer could not be understood (${status})`);
  }
}

const retryAfterMsMax = 60 * 60_000;

/**
 * Seconds or a date, as HTTP has it (RFC 9110, 10.2.3), or Cashfree's own header in seconds; at
 * most an hour is believed.
 */
function retryAfterMs(headers: Headers): number | undefined {
  const header = headers.get("retry-after") ?? headers.get("x-ratelimit-retry");
  if (header === null) return undefined;
  const ms = /^\d{1,9}$/.test(header.trim())
    ? Number(header) * 1_000
    : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), retryAfterMsMax) : undefined;
}
