import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

/** A strict policy: only local files, no inline script or style, no frame. */
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
    // A trial runs with plain HTTP on localhost; a proxy with TLS adds this header.
    strictTransportSecurity: false,
  });
  app.addHook("onRequest", async (request, reply) => {
    // API responses need only a few fixed headers; creating helmet's headers for each response
    // took longer than reading the request.
    if (request.url.startsWith("/api/v1")) reply.headers(apiHeaders);
    else reply.helmet();
  });
}

/** Headers of every response that is not a page. */
export const apiHeaders = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
};
