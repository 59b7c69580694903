import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

/** A strict policy: our own files only, no inline script or style, never inside a frame. */
export async function securityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
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
  app.addHook("onSend", async (request, reply) => {
    if (request.url.startsWith("/api/v1")) reply.header("cache-control", "no-store");
  });
}
