import * as calls from "@rokad/contract/gateway";
import type { FastifyInstance } from "fastify";
import type { Config } from "../../kernel/config.ts";
import { probeProvider } from "./probe-providers.ts";
import { serve } from "../../http/serve.ts";
import { listProviders } from "./list-providers.ts";
import { pauseProvider } from "./pause-provider.ts";
import { resumeProvider } from "./resume-provider.ts";

export function gatewayRoutes(app: FastifyInstance, { leaseSeconds }: Config): void {
  serve(app, calls.listProviders, async () => ({ data: await listProviders() }));

  serve(app, calls.pauseProvider, async ({ person, params, body }) => ({
    message: "Provider paused",
    data: await pauseProvider(person, params.id, body.reason),
  }));

  serve(app, calls.resumeProvider, async ({ person, params, body }) => ({
    message: "Provider resumed",
    data: await resumeProvider(person, params.id, body.reason || undefined, leaseSeconds),
  }));

  serve(app, calls.probeProvider, async ({ params }) => ({
    data: await probeProvider(params.id),
  }));
}
