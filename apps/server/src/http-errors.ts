import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isDatabaseAway } from "./db.ts";
import { databaseAway, notFound, Refusal } from "./errors.ts";

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

function asRefusal(error: FastifyError): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (isDatabaseAway(error)) return databaseAway();
  const status = error.statusCode;
  if (status === undefined || status < 400 || status >= 500) return undefined;
  const [code, message] = sentences[error.code] ?? [
    "INVALID_REQUEST",
    "The request could not be read",
  ];
  return new Refusal(status, code, message);
}
