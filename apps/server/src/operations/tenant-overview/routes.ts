import { getTenantOverview } from "@rokad/contract/tenant-overview";
import type { FastifyInstance } from "fastify";
import { serve } from "../../http/serve.ts";
import { readTenantOverview } from "./read-tenant-overview.ts";

export function tenantOverviewRoutes(app: FastifyInstance): void {
  serve(app, getTenantOverview, async ({ params }) => ({
    data: await readTenantOverview(params.id),
  }));
}
