import type { ErrorAnswer } from "@rokad/contract/call";
import { ApiError, NoAnswerError } from "./api-error.ts";

const base = "/api/v1";
/** Per request, from the specification. */
const timeoutMs = 10_000;
const sendingTimeoutMs = 180_000;

export interface RestOfFile {
  /** How many bytes of it are here. */
  from: number;
  /** Of the answer that broke off: should it be another file by now, all of it comes. */
  etag: string;
}

export interface HttpRequest {
  method: string;
  /** Below /api/v1, with the query. */
  path: string;
  body?: unknown;
  accessToken?: string | undefined;
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
  /** The rest of a file whose download broke off. */
  rest?: RestOfFile | undefined;
  /** A file may take as long as it likes once it has begun. */
  isFile?: boolean;
  /** The body holds a file, which a slow line takes long to send. */
  sendsFile?: boolean;
}

/**
 * One request to the server.
 * @throws {ApiError} when the server refused it.
 * @throws {NoAnswerError} when no answer came within 10 s.
 */
export async function http(request: HttpRequest): Promise<Response> {
  const response = await answerTo(request);
  if (!response.ok) throw await readError(response);
  return response;
}

async function answerTo(request: HttpRequest): Promise<Response> {
  const headers = new Headers({ accept: "application/json" });
  if (request.body !== undefined) headers.set("content-type", "application/json");
  if (request.accessToken) headers.set("authorization", `Bearer ${request.accessToken}`);
  if (request.idempotencyKey) headers.set("idempotency-key", request.idempotencyKey);
  if (request.rest) {
    headers.set("range", `bytes=${request.rest.from}-`);
    headers.set("if-range", request.rest.etag);
  }
  const tooLate = new AbortController();
  const waitMs = request.sendsFile ? sendingTimeoutMs : timeoutMs;
  const timer = setTimeout(() => tooLate.abort(), waitMs);
  try {
    const response = await fetch(base + request.path, {
      method: request.method,
      headers,
      body: request.body === undefined ? null : JSON.stringify(request.body),
      signal: request.signal ? AbortSignal.any([request.signal, tooLate.signal]) : tooLate.signal,
    });
    if (request.isFile) clearTimeout(timer);
    return response;
  } catch (cause) {
    // A caller that gave up itself is told so; everything else is a missing answer.
    if (request.signal?.aborted) throw cause;
    throw new NoAnswerError("The server did not answer", { cause });
  }
}

async function readError(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get("retry-after"));
  const error = await errorBody(response);
  return new ApiError({
    status: response.status,
    code: error?.code,
    message: error?.message,
    fields: error?.fields,
    requestId: error?.request_id,
    retryAfterSeconds: retryAfter > 0 ? retryAfter : undefined,
  });
}

/** The error object of our server; undefined for what a proxy in between says in HTML. */
async function errorBody(response: Response): Promise<ErrorAnswer["error"] | undefined> {
  try {
    const body = (await response.json()) as Partial<ErrorAnswer>;
    return body.error;
  } catch {
    return undefined;
  }
}
