import type { ErrorAnswer } from "@rokad/contract/call";
import { translateText } from "../answers.ts";
import { t } from "../language.ts";
import { ApiError, NoAnswerError } from "./api-error.ts";

const base = "/api/v1";
/** Required by the specification. */
const timeoutMs = 10_000;
const uploadTimeoutMs = 180_000;

/** How many requests ask for a passkey's challenge instead of a texted code: see ask-passkey.ts. */
export const passkeyRequests = { open: 0 };

export interface ResumePoint {
  /** Number of bytes already received. */
  from: number;
  /** ETag of the interrupted response. If the file changed since, the server sends all of it. */
  etag: string;
}

export interface HttpRequest {
  method: string;
  /** Below /api/v1, with the query. */
  path: string;
  body?: unknown;
  accessToken?: string | undefined;
  idempotencyKey?: string | undefined;
  /** The token of a signature. */
  signature?: string | undefined;
  /** The header `DPoP`. */
  proof?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Where to resume an interrupted download. */
  resumeFrom?: ResumePoint | undefined;
  /** A file has no time limit after its headers. */
  isFile?: boolean;
  /** The body holds a file, which takes long on a slow connection. */
  sendsFile?: boolean;
}

/**
 * Sends one request to the server.
 * @throws {ApiError} when the server answers with an error.
 * @throws {NoAnswerError} when no response arrives within 10 s.
 */
export async function http(request: HttpRequest): Promise<Response> {
  const response = await fetchResponse(request);
  if (!response.ok) throw await readError(response);
  return response;
}

async function fetchResponse(request: HttpRequest): Promise<Response> {
  const headers = new Headers({ accept: "application/json" });
  if (request.body !== undefined) headers.set("content-type", "application/json");
  if (request.accessToken) headers.set("authorization", `Bearer ${request.accessToken}`);
  if (request.idempotencyKey) headers.set("idempotency-key", request.idempotencyKey);
  if (request.signature) headers.set("step-up", request.signature);
  if (request.proof) headers.set("dpop", request.proof);
  if (passkeyRequests.open > 0) headers.set("confirm-with", "passkey");
  if (request.resumeFrom) {
    headers.set("range", `bytes=${request.resumeFrom.from}-`);
    headers.set("if-range", request.resumeFrom.etag);
  }
  const timeout = new AbortController();
  const limitMs = request.sendsFile ? uploadTimeoutMs : timeoutMs;
  const timer = setTimeout(() => timeout.abort(), limitMs);
  try {
    const response = await fetch(base + request.path, {
      method: request.method,
      headers,
      body: request.body === undefined ? null : JSON.stringify(request.body),
      signal: request.signal ? AbortSignal.any([request.signal, timeout.signal]) : timeout.signal,
    });
    if (request.isFile) clearTimeout(timer);
    return response;
  } catch (cause) {
    // The caller cancelled: pass that on. Everything else is a missing response.
    if (request.signal?.aborted) throw cause;
    throw new NoAnswerError(t`The server did not answer`, { cause });
  }
}

async function readError(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get("retry-after"));
  const error = await errorBody(response);
  return new ApiError({
    status: response.status,
    code: error?.code,
    message: error?.message && translateText(error.message),
    fields:
      error?.fields &&
      Object.fromEntries(
        Object.entries(error.fields).map(([name, text]) => [name, translateText(text)]),
      ),
    requestId: error?.request_id,
    stepUp: error?.step_up,
    passkey: error?.passkey,
    retryAfterSeconds: retryAfter > 0 ? retryAfter : undefined,
    proofNonce: response.headers.get("dpop-nonce"),
  });
}

/** The server's error object; undefined for a proxy's HTML error page. */
async function errorBody(response: Response): Promise<ErrorAnswer["error"] | undefined> {
  try {
    const body = (await response.json()) as Partial<ErrorAnswer>;
    return body.error;
  } catch {
    return undefined;
  }
}
