import type { ErrorCode } from "./generated/error-codes.generated.ts";

/** A code of the server, or what happened to a request that got no answer of the server's. */
export type RokadErrorCode =
  | ErrorCode
  /** The connection failed or timed out: the request may or may not have arrived. */
  | "NO_ANSWER"
  /** Something between you and Rokad answered, such as a proxy. */
  | "UNREADABLE_ANSWER"
  /** The address redirects; the SDK sends no key to another one. */
  | "REDIRECTED"
  // Later versions of the server may add codes.
  | (string & {});

export interface RokadErrorDetails {
  readonly code: RokadErrorCode;
  readonly message: string;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly fields?: Readonly<Record<string, string>> | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/** Every failed call throws one. */
export class RokadError extends Error {
  override readonly name = "RokadError";
  readonly code: RokadErrorCode;
  /** The HTTP status; undefined without an answer. */
  readonly status: number | undefined;
  /** Of the answer: name it to support. */
  readonly requestId: string | undefined;
  /** The first message of each invalid field, and ids that an error points to. */
  readonly fields: Readonly<Record<string, string>>;
  /** How long the server asks to wait. */
  readonly retryAfterSeconds: number | undefined;
  /** Whether the same request with the same `Idempotency-Key` can succeed later. */
  readonly isRetryable: boolean;
  /** The page that says what each code means and who acts; it comes with this package. */
  readonly documentation: string;

  constructor(details: RokadErrorDetails) {
    super(`${details.code}: ${details.message}`, { cause: details.cause });
    this.code = details.code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.fields = details.fields ?? {};
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.isRetryable = isTemporary(details.status);
    this.documentation = "node_modules/@rokad/sdk/errors.md";
  }
}

/** No answer, 429 and 5xx pass; every other answer stays the same. */
function isTemporary(status: number | undefined): boolean {
  return status === undefined || status === 429 || status >= 500;
}

/** The error in an answer that is no success. */
export function errorOf(response: Response, text: string): RokadError {
  const { status, headers } = response;
  const common = { status, retryAfterSeconds: retryAfterOf(headers) };
  if (status >= 300 && status < 400) {
    const location = headers.get("location") ?? "another address";
    return new RokadError({ ...common, code: "REDIRECTED", message: `Use ${location} as url` });
  }
  const error = parseError(text);
  if (!error) {
    const type = headers.get("content-type") ?? "no content type";
    const message = `The answer is not Rokad's: HTTP ${status}, ${type}`;
    return new RokadError({ ...common, code: "UNREADABLE_ANSWER", message });
  }
  return new RokadError({
    ...common,
    code: error.code,
    message: error.message,
    fields: error.fields,
    requestId: error.request_id ?? headers.get("x-request-id") ?? undefined,
  });
}

interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly request_id?: string;
}

function parseError(text: string): ErrorBody | undefined {
  const body = parseJson(text) as { error?: Partial<ErrorBody> } | null | undefined;
  const error = body?.error;
  return typeof error?.code === "string" && typeof error.message === "string"
    ? (error as ErrorBody)
    : undefined;
}

/** @returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** `Retry-After` in seconds: a number, or the time until its date. */
function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get("retry-after");
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
