import * as deliveries from "@rokad/contract/webhook-deliveries";
import * as calls from "@rokad/contract/webhook-endpoints";
import { sql } from "kysely";
import type { FastifyInstance } from "fastify";
import { database, transaction } from "../../database/db.ts";
import { serve } from "../../http/serve.ts";
import type { Tenant } from "../../kernel/person.ts";
import { checkEndpoint } from "./check-endpoint.ts";
import { listDeliveries, showDelivery } from "./list-deliveries.ts";
import { resendWebhooks } from "./resend-webhooks.ts";
import { changeEndpoint, createEndpoint, deleteEndpoint, rollSecret } from "./save-endpoint.ts";
import { assertActive, describeEndpoints, lockEndpoint } from "./stored-endpoint.ts";

export function webhookEndpointRoutes(app: FastifyInstance): void {
  serve(app, calls.listWebhookEndpoints, async ({ person }) => ({
    data: await describeEndpoints(database(), person),
  }));

  serve(app, calls.createWebhookEndpoint, async ({ person, body }) => ({
    message: "Endpoint added",
    data: await createEndpoint(person, body),
  }));

  serve(app, calls.changeWebhookEndpoint, async ({ person, params, body }) => ({
    message: "Endpoint changed",
    data: await changeEndpoint(person, params.id, body),
  }));

  serve(app, calls.deleteWebhookEndpoint, async ({ person, params }) => {
    await deleteEndpoint(person, params.id);
    return { message: "Endpoint removed" };
  });

  serve(app, calls.rollWebhookSecret, async ({ person, params, body }) => ({
    message: "New secret created",
    data: await rollSecret(person, params.id, body.old_valid_hours),
  }));

  serve(app, calls.testWebhookEndpoint, async ({ person, params }) => {
    await writeTestEvent(person, params.id);
    return { message: "Test event sent" };
  });

  serve(app, calls.checkWebhookEndpoint, async ({ person, params }) => ({
    data: await checkEndpoint(person, params.id),
  }));

  serve(app, deliveries.listWebhookDeliveries, ({ person, params, query }) =>
    listDeliveries(person, params.id, query),
  );

  serve(app, deliveries.getWebhookDelivery, async ({ person, params }) => ({
    data: await showDelivery(person, params.id, params.version),
  }));

  serve(app, deliveries.resendWebhooks, async ({ person, params, body }) => {
    const resent = await resendWebhooks(person, params.id, body);
    const events = resent === 1 ? "1 event is" : `${resent.toLocaleString("en-IN")} events are`;
    return { message: `${events} sent again`, data: { resent } };
  });
}

/** @throws 404; 409 `WEBHOOK_ENDPOINT_DISABLED`. */
function writeTestEvent(tenant: Tenant, id: string): Promise<void> {
  return transaction(async (db) => {
    assertActive(await lockEndpoint(db, tenant, id));
    await sql`
      insert into event_outbox (tenant_id, type, subject_id, status)
      values (${tenant.tenantId}, 'webhook.test', ${id}, 'test')
    `.execute(db);
  });
}
