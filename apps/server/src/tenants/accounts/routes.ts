import * as calls from "@rokad/contract/tenants";
import type { FastifyInstance } from "fastify";
import { keyedRequest, runOnce } from "../../http/idempotency.ts";
import { hmac } from "../../kernel/app-secret.ts";
import { serve } from "../../http/serve.ts";
import { closeTenant } from "./close-tenant.ts";
import { createTenant } from "./create-tenant.ts";
import { describeTenant } from "./describe-tenant.ts";
import { getTenant, listTenants } from "./list-tenants.ts";
import { setTenantStatus } from "./set-tenant-status.ts";
import { summariseTenant } from "./summarise-tenant.ts";
import { updateTenant } from "./update-tenant.ts";
import { endViewing, viewTenant } from "./view-tenant.ts";

export function tenantRoutes(app: FastifyInstance): void {
  serve(app, calls.listTenants, ({ query }) => listTenants(query));

  serve(app, calls.getTenant, async ({ params }) => ({ data: await getTenant(params.id) }));

  serve(app, calls.getTenantStatistics, async ({ params }) => ({
    data: await summariseTenant(params.id),
  }));

  serve(
    app,
    calls.createTenant,
    async ({ person, body, idempotencyKey }) => ({
      message: "Tenant account created successfully",
      data: await createTenant(person, body, idempotencyKey),
    }),
    async ({ body }) => `Create tenant ${body.name} with mobile number ${body.phone}`,
  );

  serve(
    app,
    calls.updateTenant,
    async (request) => {
      const { person, params, body } = request;
      // As for a new tenant: the stored digest must not weaken Argon2id.
      const password = body.password && hmac("idempotency", body.password).toString("hex");
      const keyed = keyedRequest(calls.updateTenant, { ...request, body: { ...body, password } });
      return {
        message: "Tenant updated successfully",
        data: await updateTenant(person, params.id, body, runOnce(keyed)),
      };
    },
    ({ params }) => describeTenant("Change", params.id),
  );

  serve(
    app,
    calls.setTenantStatus,
    async (request) => {
      const { person, params, body } = request;
      const run = runOnce(keyedRequest(calls.setTenantStatus, request));
      return {
        message: `Tenant ${body.isActive ? "activated" : "deactivated"} successfully`,
        data: await setTenantStatus(person, params.id, body, run),
      };
    },
    ({ params }) => describeTenant("Activate", params.id),
  );

  serve(app, calls.closeTenant, async ({ person, params }) => {
    await closeTenant(person, params.id);
    return { message: "Tenant account closed" };
  });

  serve(app, calls.viewTenant, async ({ person, params, body }) => ({
    data: await viewTenant(person, params.id, body.reason),
  }));

  serve(app, calls.endViewing, async ({ person, params }) => {
    await endViewing(person, params.id);
    return { message: "The view has ended" };
  });
}
