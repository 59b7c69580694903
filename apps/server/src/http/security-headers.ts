import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError } from "../kernel/errors.ts";

export type Headers = Readonly<Record<string, string>>;

/**
 * Headers of every response that is not a page: nothing stores it, and nothing in it runs.
 * @param strictTransport whether browsers must use https for this address and those below it, for
 *   two years.
 */
export function apiHeaders({ strictTransport }: { readonly strictTransport: boolean }): Headers {
  return {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    ...(strictTransport && {
      "strict-transport-security": "max-age=63072000; includeSubDomains",
    }),
  };
}

/**
 * Gives every response `headers`, and those that routes of a scope add with `addHeaders`. What a
 * response may be used for never depends on the text of its address, which has many spellings.
 */
export function securityHeaders(app: FastifyInstance, headers: Headers): void {
  addHeaders(app, headers);
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
    assertOneHost(request);
  });
}

/** Gives the responses of these routes headers, which replace those of the scope around them. */
export function addHeaders(app: FastifyInstance, headers: Headers): void {
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers(headers);
  });
}

/**
 * Node keeps only the first of two Host headers. A proxy may have chosen the other one, and then
 * both sides answer for different sites (RFC 9112, section 3.2).
 */
function assertOneHost(request: FastifyRequest): void {
  const names = request.raw.rawHeaders.filter((_, index) => index % 2 === 0);
  if (names.filter((name) => name.toLowerCase() === "host").length <= 1) return;
  throw new ApiError(400, "INVALID_REQUEST", "Send exactly one Host header");
}
