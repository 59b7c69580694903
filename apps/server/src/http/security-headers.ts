import helmet from "@fastify/helmet";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
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
 * Gives every response `headers`; routes that serve pages add `pageHeaders`. What a response may be
 * used for never depends on the text of its address, which has many spellings.
 */
export async function securityHeaders(app: FastifyInstance, headers: Headers): Promise<void> {
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", "data:"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: "same-origin" },
    // One of `headers`.
    strictTransportSecurity: false,
  });
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(headers);
    assertOneHost(request);
  });
}

/** The strict policy of a page: only local files, no inline script or style, no frame. */
export async function pageHeaders(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.helmet();
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
