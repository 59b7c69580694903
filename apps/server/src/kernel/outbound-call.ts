import { LeaseExpiredError, NotAcceptedError, OutcomeUnknownError } from "./outbound-errors.ts";
import { traced } from "./tracing.ts";

const responseBytesMax = 4 * 1024 * 1024;

export interface OutboundRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON, or as a form if it is `URLSearchParams`. */
  readonly body?: object | URLSearchParams;
  /** From the start of the call to the last byte of the response. */
  readonly timeoutMs: number;
  /** By `performance.now()`: after it, the call is not made. */
  readonly sendBeforeMs?: number | undefined;
}

/** A clear response: JSON with a status below 500 that is not 429. The adapter interprets it. */
export interface OutboundResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
}

/**
 * Makes one outbound HTTP call and never retries it. Its errors contain nothing of the request:
 * no header, no body, no query.
 * @throws {LeaseExpiredError} after `sendBeforeMs`.
 * @throws {NotAcceptedError} when no connection was established, so nothing was accepted.
 * @throws {OutcomeUnknownError} without a clear response: a timeout, a broken connection, a 5xx, a
 *   429 (with the wait of `Retry-After`), a redirect, or a body that is not JSON.
 */
export async function sendRequest(request: OutboundRequest): Promise<OutboundResponse> {
  assertLeased(request);
  const { status, headers, text } = await exchange(request);
  if (status === 429) {
    throw new OutcomeUnknownError("Rate limited (429)", {
      retryAfterMs: retryAfterMs(headers),
    });
  }
  if (status >= 500) {
    throw new OutcomeUnknownError(`Server error (${status})`, {
      retryAfterMs: retryAfterMs(headers),
    });
  }
  if (status >= 300 && status < 400) throw new OutcomeUnknownError("Unexpected redirect");
  return { status, headers, json: parse(text, status) };
}

/** The span has neither path nor query, which may contain account numbers. */
function exchange(request: OutboundRequest) {
  const { method, url, timeoutMs } = request;
  const attributes = { "http.request.method": method, "server.address": new URL(url).hostname };
  return traced(method, { kind: "client", attributes }, async (note) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await send(request, signal);
    const { status, headers } = response;
    note({ "http.response.status_code": status });
    return { status, headers, text: await readText(response, signal) };
  });
}

/** @throws {LeaseExpiredError} after `sendBeforeMs`. */
export function assertLeased({ sendBeforeMs }: Pick<OutboundRequest, "sendBeforeMs">): void {
  // The monotonic clock also counts the time in which the process was stopped.
  if (sendBeforeMs === undefined || performance.now() < sendBeforeMs) return;
  throw new LeaseExpiredError("The lease ran out before the call");
}

async function send(request: OutboundRequest, signal: AbortSignal): Promise<Response> {
  const { method, url, headers, body } = request;
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
      // A redirect must not carry keys to another host.
      redirect: "manual",
      signal,
    });
  } catch (error) {
    throw failureOf(error, signal);
  }
}

const noChunks: readonly Uint8Array[] = [];

async function readText(response: Response, signal: AbortSignal): Promise<string> {
  try {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    const body: AsyncIterable<Uint8Array> | null = response.body;
    for await (const chunk of body ?? noChunks) {
      bytes += chunk.byteLength;
      if (bytes > responseBytesMax) throw new OutcomeUnknownError("Answer too long");
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString("utf8");
  } catch (error) {
    if (error instanceof OutcomeUnknownError) throw error;
    throw signal.aborted
      ? new OutcomeUnknownError("No answer in time")
      : new OutcomeUnknownError("Connection lost during the answer");
  }
}

/** Errors before the first byte of the request is sent. */
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
  if (signal.aborted) return new OutcomeUnknownError("No answer in time");
  const cause = error instanceof Error ? error.cause : undefined;
  const code =
    cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "";
  if (neverConnected.has(code)) return new NotAcceptedError(`Not reachable (${code})`);
  return new OutcomeUnknownError("Connection lost before the answer");
}

function parse(text: string, status: number): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new OutcomeUnknownError(`Answer is not valid JSON (${status})`);
  }
}

const retryAfterMsMax = 60 * 60_000;

/**
 * `Retry-After` in seconds or as a date (RFC 9110, 10.2.3), or Cashfree's own header in seconds;
 * at most an hour.
 */
function retryAfterMs(headers: Headers): number | undefined {
  const header = headers.get("retry-after") ?? headers.get("x-ratelimit-retry");
  if (header === null) return undefined;
  const ms = /^\d{1,9}$/.test(header.trim())
    ? Number(header) * 1_000
    : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), retryAfterMsMax) : undefined;
}
