import { finished } from "node:stream";
import type { Call } from "@rokad/contract/call";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { now } from "../kernel/clock.ts";
import { uuidPattern } from "../kernel/ids.ts";
import { apiKeyOf, originOf } from "./authorize.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The code of the error that was answered. */
    errorCode: string | null;
    isRecorded: boolean;
  }
}

/**
 * Records each request that comes with an API key, once it is answered. Not by the handler: a request
 * can be refused before it, for its key, its address or an unreadable body.
 */
export function recordRequests(app: FastifyInstance): void {
  app.decorateRequest("errorCode", null);
  app.decorateRequest("isRecorded", false);
  app.addHook("onSend", async (request, reply) => {
    const { call } = request.routeOptions.config;
    const secret = apiKeyOf(request);
    if (!call || call.who === "anyone" || secret === undefined || request.isRecorded) return;
    // A stream that fails before its first byte is followed by an error, which is sent as well.
    request.isRecorded = true;
    const { address } = originOf(request);
    // Also for a client that has gone: what it asked for may be done.
    finished(reply.raw, () =>
      app.guard.recordRequest(secret, { ...describe(request, reply, call), address }),
    );
  });
}

function describe(request: FastifyRequest, reply: FastifyReply, call: Call) {
  const ms = reply.elapsedTime;
  return {
    requestId: request.id,
    at: new Date(now().getTime() - ms),
    call: call.name,
    method: request.method,
    path: pathOf(call, request.params as Readonly<Record<string, string>>),
    status: reply.statusCode,
    errorCode: request.errorCode,
    durationUs: Math.round(ms * 1_000),
  };
}

const uuid = new RegExp(`^${uuidPattern}$`, "i");

/** The path without its query. A parameter that is no UUID could be a number or a name of someone. */
function pathOf({ path }: Call, params: Readonly<Record<string, string>>): string {
  const isPlain = Object.values(params).every((value) => uuid.test(value));
  return `/api/v1${isPlain ? path.replaceAll(/\{(\w+)\}/g, (all, name: string) => params[name] ?? all) : path}`;
}
