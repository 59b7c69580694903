import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { rowCountHeader } from "@rokad/contract/call";
import type { ErrorCode } from "@rokad/contract/error-codes";
import type {
  ConnectionError,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from "fastify";
import { isDatabaseUnreachable } from "../database/db.ts";
import { databaseUnreachable, notFound, ApiError } from "../kernel/errors.ts";
import type { Headers } from "./security-headers.ts";

/** Messages for Fastify's own errors. */
const fastifyErrors: Record<string, [code: ErrorCode, message: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ["BODY_TOO_LARGE", "The request is too large"],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    "UNSUPPORTED_MEDIA_TYPE",
    "Send the request as application/json",
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: ["INVALID_JSON", "The request body is empty"],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ["INVALID_REQUEST", "The request's length does not match"],
};

/** Answers every error in one format; an unexpected one is logged here, once. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const expected = toApiError(error as FastifyError);
    if (expected) return sendError(request, reply, expected);
    request.log.error({ err: error }, "A request failed");
    return sendError(
      request,
      reply,
      new ApiError(500, "INTERNAL", "Something went wrong on our side. Please try again."),
    );
  });
}

// An import of node:http also loads all of fetch, which takes as long as a hundred modules.
const { STATUS_CODES } = process.getBuiltinModule("node:http");

const streamHeaders = [
  "content-type",
  "content-length",
  "content-disposition",
  "content-encoding",
  "content-range",
  "accept-ranges",
  "etag",
  "last-modified",
  "cache-control",
  rowCountHeader,
];

/**
 * Removes what describes a stream that failed before its first byte. Fastify has put these headers
 * on the response by then, and would refuse to send JSON as, for example, `text/csv`.
 */
function removeStreamHeaders(reply: FastifyReply): void {
  if (!reply.raw.hasHeader("content-type")) return;
  for (const name of streamHeaders) {
    reply.removeHeader(name);
    reply.raw.removeHeader(name);
  }
  reply.header("cache-control", "no-store");
}

export function sendError(request: FastifyRequest, reply: FastifyReply, error: ApiError) {
  removeStreamHeaders(reply);
  if (error.retryAfterSeconds !== undefined) {
    reply.header("retry-after", String(error.retryAfterSeconds));
  }
  if (error.headers) reply.headers(error.headers);
  // No hook has set it where the address could not be parsed.
  reply.header("x-request-id", request.id);
  const { code, message, fields, stepUp, passkey } = error;
  request.errorCode = code;
  return reply.code(error.status).send({
    success: false,
    error: {
      code,
      message,
      ...(fields && { fields }),
      request_id: request.id,
      ...(stepUp && { step_up: stepUp }),
      ...(passkey && { passkey }),
    },
  });
}

export function sendNotFound(request: FastifyRequest, reply: FastifyReply) {
  return sendError(request, reply, notFound("This address"));
}

/** Answers an address that Fastify can't parse. No hook runs for it, so the headers are set here. */
export function handleBadAddress(headers: Headers) {
  return (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    void sendError(request, reply.headers(headers), unreadableRequest());
  };
}

const connectionErrors: Record<string, ApiError> = {
  HPE_HEADER_OVERFLOW: new ApiError(
    431,
    "HEADERS_TOO_LARGE",
    "The request's address or headers are too long",
  ),
  ERR_HTTP_REQUEST_TIMEOUT: new ApiError(
    408,
    "REQUEST_TOO_SLOW",
    "The request took too long to arrive. Please try again.",
  ),
};

/**
 * Answers bytes that are not HTTP or arrive too slowly like any other error, and closes the
 * connection, because the start of a next request is unknown. Not logged: it is a client's error.
 */
export function handleBadRequestBytes(headers: Headers) {
  return (error: ConnectionError, socket: Socket): void => answerBadBytes(headers, error, socket);
}

function answerBadBytes(headers: Headers, error: ConnectionError, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const { status, code, message } = connectionErrors[error.code] ?? unreadableRequest();
  const requestId = randomUUID();
  const body = JSON.stringify({
    success: false,
    error: { code, message, request_id: requestId },
  });
  const head = Object.entries({
    ...headers,
    "x-request-id": requestId,
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) {
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join("")}\r\n${body}`);
  }
  socket.destroy(error);
}

const unreadableRequest = () =>
  new ApiError(400, "INVALID_REQUEST", "The request could not be read");

/** The expected error that an error stands for; undefined for a fault of the server. */
function toApiError(error: FastifyError): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (isDatabaseUnreachable(error)) return databaseUnreachable();
  const status = error.statusCode;
  if (status === undefined || status < 400 || status >= 500) return undefined;
  // @fastify/static answers 403 for a path outside its folder; to a client it does not exist.
  if (status === 403 || status === 404) return notFound("This address");
  const [code, message] = fastifyErrors[error.code] ?? [];
  return code && message ? new ApiError(status, code, message) : unreadableRequest();
}
