import * as calls from "@rokad/contract/tenants";
import type { FastifyInstance } from "fastify";
import { serve } from "../serve.ts";
import { closeTenant } from "./close-tenant.ts";
import { createTenant } from "./create-tenant.ts";
import { getTenant, listTenants } from "./list-tenants.ts";
import { setTenantStatus } from "./set-tenant-status.ts";
import { updateTenant } from "./update-tenant.ts";

export function tenantRoutes(app: FastifyInstance): void {
  serve(app, calls.listTenants, ({ query }) => listTenants(query));

  serve(app, calls.getTenant, async ({ params }) => ({ data: await getTenant(params.id) }));

  serve(app, calls.createTenant, async ({ person, body, idempotencyKey }) => ({
    message: "Tenant account created successfully",
    data: await createTenant(person, body, idempotencyKey),
  }));

  serve(app, calls.updateTenant, async ({ params, body }) => ({
    message: "Tenant updated successfully",
    data: await updateTenant(params.id, body),
  }));

  serve(app, calls.setTenantStatus, async ({ params, body }) => ({
    message: `Tenant ${body.isActive ? "activated" : "deactivated"} successfully`,
    data: await setTenantStatus(params.id, body.isActive),
  }));

  serve(app, calls.closeTenant, async ({ params }) => {
    await closeTenant(params.id);
    return { message: "Tenant account closed" };
  });
}
