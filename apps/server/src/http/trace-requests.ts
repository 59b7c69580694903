import { finished } from "node:stream";
import type { FastifyInstance } from "fastify";
import { traceRequest } from "../kernel/tracing.ts";

/** Records a span for each request to the API; none for live updates, which last as long as a page. */
export function traceRequests(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { url: route, config } = request.routeOptions;
    if (!route?.startsWith("/api/v1/") || config.call?.answer === "events") return done();
    const { traceparent } = request.headers;
    const traced = traceRequest(
      `${request.method} ${route}`,
      typeof traceparent === "string" ? traceparent : undefined,
    );
    if (!traced) return done();
    finished(reply.raw, () => {
      const status = reply.raw.headersSent ? reply.statusCode : undefined;
      traced.end(
        {
          "http.request.method": request.method,
          "http.route": route,
          ...(status !== undefined && { "http.response.status_code": status }),
          "rokad.request_id": request.id,
          ...(request.errorCode !== null && { "rokad.error_code": request.errorCode }),
        },
        { hasFailed: status !== undefined && status >= 500 },
      );
    });
    traced.run(done);
  });
}
