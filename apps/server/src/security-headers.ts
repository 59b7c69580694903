import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

/** A strict policy: our own files only, no inline script or style, never inside a frame. */
export async function securityHeaders(app: FastifyInstance): Promise<void> {
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
    // Plain HTTP on localhost is how a newcomer sees it; a proxy with TLS adds this header.
    strictTransportSecurity: false,
  });
  app.addHook("onRequest", async (request, reply) => {
    // An API answer is never a page, so a few fixed headers say all; making helmet's for each
    // answer cost more than reading the request.
    if (request.url.startsWith("/api/v1")) reply.headers(apiHeaders);
    else reply.helmet();
  });
}

/** Of every answer that is no page. */
export const apiHeaders = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
};
