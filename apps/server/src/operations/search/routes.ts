import { findOverTenants as call } from "@rokad/contract/platform-search";
import type { FastifyInstance } from "fastify";
import { serve } from "../../http/serve.ts";
import { findOverTenants } from "./find-over-tenants.ts";

export function platformSearchRoutes(app: FastifyInstance): void {
  serve(app, call, async ({ person, query }) => ({
    data: await findOverTenants(person, query.search),
  }));
}
