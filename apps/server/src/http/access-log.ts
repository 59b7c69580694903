import { finished } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isTenant, type Person } from "../kernel/person.ts";

/** What a load balancer and Prometheus ask every few seconds. */
const unloggedRoutes = new Set(["/healthz", "/readyz", "/metrics"]);

/** The console's files; every other page of it has no route. */
const consoleRoutes = new Set<string | undefined>(["/", "/index.html", "/*", undefined]);

/**
 * Logs a line for each request once it is answered or its client has left, so that of a stream comes
 * when it ends. None for health checks, metrics, and the console's files and pages.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    if (unloggedRoutes.has(request.routeOptions.url ?? "")) return;
    finished(reply.raw, (error) => {
      if (!isConsole(request, reply))
        request.log.info(describe(request, reply, Boolean(error)), "A request ended");
    });
  });
}

function isConsole({ routeOptions }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  return consoleRoutes.has(routeOptions.url) && statusCode < 400;
}

/** Without address, path, query, headers and body. The request's logger adds its id. */
function describe(request: FastifyRequest, reply: FastifyReply, isAborted: boolean) {
  return {
    method: request.method,
    route: request.routeOptions.url ?? "unknown",
    // Before the headers are sent, the status is only Node's default.
    ...(reply.raw.headersSent && { status: reply.statusCode }),
    ...(request.errorCode !== null && { code: request.errorCode }),
    ms: Math.round(reply.elapsedTime),
    ...sizeOf(request, reply),
    ...(request.person && idsOf(request.person)),
    ...(isAborted && { aborted: true }),
  };
}

function sizeOf({ method }: FastifyRequest, reply: FastifyReply) {
  const bytes = Number(reply.getHeader("content-length") ?? Number.NaN);
  return method === "HEAD" || Number.isNaN(bytes) ? {} : { bytes };
}

/** A read-only view has the tenant's ids, so its own id stands for the super admin. */
function idsOf(person: Person) {
  const { sessionId, member, apiKey, isViewed } = person;
  return {
    ...(apiKey ? { key: apiKey.id } : isViewed ? { view: sessionId } : { person: member.id }),
    ...(isTenant(person) && { tenant: person.tenantId }),
  };
}
