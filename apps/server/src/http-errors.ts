import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type {
  ConnectionError,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from "fastify";
import { isDatabaseAway } from "./db.ts";
import { databaseAway, notFound, Refusal } from "./errors.ts";
import { apiHeaders } from "./security-headers.ts";

/** Fastify's own refusals of a body, as sentences. */
const sentences: Record<string, [code: string, message: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ["BODY_TOO_LARGE", "The request is too large"],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    "UNSUPPORTED_MEDIA_TYPE",
    "Send the request as application/json",
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: ["INVALID_JSON", "The request body is empty"],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ["INVALID_REQUEST", "The request's length does not match"],
};

/** Every error leaves in one shape; what was not expected is logged here, once. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = asRefusal(error as FastifyError);
    if (refusal) return refuse(request, reply, refusal);
    request.log.error({ err: error }, "A request failed unexpectedly");
    return refuse(
      request,
      reply,
      new Refusal(500, "INTERNAL", "Something went wrong on our side. Please try again."),
    );
  });
}

export function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  if (refusal.retryAfterSeconds !== undefined) {
    reply.header("retry-after", String(refusal.retryAfterSeconds));
  }
  const { code, message, fields } = refusal;
  return reply.code(refusal.status).send({
    success: false,
    error: { code, message, ...(fields && { fields }), request_id: request.id },
  });
}

export function noSuchCall(request: FastifyRequest, reply: FastifyReply) {
  return refuse(request, reply, notFound("This address"));
}

/** What Fastify can't make an address of comes here before any hook, so the headers are set here. */
export function answerBadAddress(
  _error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  void refuse(request, reply.headers(apiHeaders), unreadable());
}

const badBytes: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: new Refusal(
    431,
    "HEADERS_TOO_LARGE",
    "The request's address or headers are too long",
  ),
  ERR_HTTP_REQUEST_TIMEOUT: new Refusal(
    408,
    "REQUEST_TOO_SLOW",
    "The request took too long to arrive. Please try again.",
  ),
};

/**
 * Answers bytes that are no HTTP request, or arrive too slowly, as every other error, and ends the
 * connection: where a next request would begin is not known. Nothing is logged, for what
 * strangers send is no fault of ours.
 */
export function answerBadBytes(error: ConnectionError, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const { status, code, message } = badBytes[error.code] ?? unreadable();
  const body = JSON.stringify({
    success: false,
    error: { code, message, request_id: randomUUID() },
  });
  const head = Object.entries({
    ...apiHeaders,
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) {
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join("")}\r\n${body}`);
  }
  socket.destroy(error);
}

const unreadable = () => new Refusal(400, "INVALID_REQUEST", "The request could not be read");

function asRefusal(error: FastifyError): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (isDatabaseAway(error)) return databaseAway();
  const status = error.statusCode;
  if (status === undefined || status < 400 || status >= 500) return undefined;
  // Of files: an address that leads out of their folder is as good as one of no file.
  if (status === 403 || status === 404) return notFound("This address");
  const [code, message] = sentences[error.code] ?? [];
  return code && message ? new Refusal(status, code, message) : unreadable();
}
