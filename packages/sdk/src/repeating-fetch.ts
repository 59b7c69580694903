import { errorOf, parseJson, RokadError } from "./error.ts";
import { pause } from "./pause.ts";

export interface RepeatOptions {
  /** How often a request is sent at most. */
  readonly attempts: number;
  /** How long an attempt waits for its answer, and for each further part of it. */
  readonly timeoutSeconds: number;
  /** A longer `Retry-After` is not waited for: the call throws, and the error names it. */
  readonly waitSecondsMax: number;
  readonly fetch: (request: Request) => Promise<Response>;
}

/**
 * Sends a request again while its error is temporary and repeating is safe: always the same bytes,
 * with the same `Idempotency-Key`.
 * @throws {RokadError} for everything that is not a success.
 */
export function repeatingFetch(options: RepeatOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await sendOnce(request, options);
      } catch (error) {
        if (!(error instanceof RokadError)) throw error;
        const seconds = Math.max(error.retryAfterSeconds ?? 0, backOffSeconds(attempt));
        const isLast = attempt >= options.attempts || seconds > options.waitSecondsMax;
        if (isLast || !isSafeToRepeat(request, error)) throw error;
        await pause(seconds, request.signal);
      }
    }
  };
}

/**
 * A read changes nothing, and an idempotency key makes the server answer a repeat from its record.
 * Without a key, only 429 says that nothing has happened.
 */
function isSafeToRepeat({ method, headers }: Request, error: RokadError): boolean {
  if (!error.isRetryable) return false;
  return method === "GET" || headers.has("idempotency-key") || error.status === 429;
}

/** 0.5 s, 1 s, 2 s … up to 8 s; the half of each is random, so that many programs spread. */
function backOffSeconds(attempt: number): number {
  return Math.min(8, 2 ** (attempt - 2)) * (0.5 + Math.random() / 2);
}

async function sendOnce(request: Request, options: RepeatOptions): Promise<Response> {
  const timeout = new AbortController();
  const wait = () => setTimeout(() => timeout.abort(), options.timeoutSeconds * 1000);
  let timer = wait();
  try {
    const signal = AbortSignal.any([request.signal, timeout.signal]);
    // The copy leaves the body of the original for the next attempt.
    const response = await options.fetch(new Request(request.clone(), { signal }));
    // Read here, an answer that breaks off counts as none.
    const parts: BlobPart[] = [];
    for await (const part of response.body ?? []) {
      parts.push(part);
      clearTimeout(timer);
      timer = wait();
    }
    const body = new Blob(parts);
    if (response.ok && isFile(response)) return new Response(body, response);
    const text = await body.text();
    if (!response.ok || parseJson(text) === undefined) throw errorOf(response, text);
    return new Response(text, response);
  } catch (cause) {
    if (cause instanceof RokadError) throw cause;
    request.signal.throwIfAborted();
    const message = timeout.signal.aborted
      ? `No answer within ${options.timeoutSeconds} s`
      : "The connection failed";
    throw new RokadError({ code: "NO_ANSWER", message, cause });
  } finally {
    clearTimeout(timer);
  }
}

function isFile({ headers }: Response): boolean {
  return /^(text\/(csv|xml)|application\/pdf)\b/.test(headers.get("content-type") ?? "");
}
