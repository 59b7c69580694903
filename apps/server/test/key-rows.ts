import { createApiKey } from "@rokad/contract/api-keys";
import { listWebhookDeliveries } from "@rokad/contract/webhook-deliveries";
import { createWebhookEndpoint, testWebhookEndpoint } from "@rokad/contract/webhook-endpoints";
import { numberAllEvents } from "./number-all-events.ts";
import { createDeliveries } from "../src/tenants/webhooks/create-deliveries.ts";
import type { ActedOn } from "./approval-rows.ts";
import { keyForm } from "./key-world.ts";
import type { SignedIn } from "./signed-in.ts";

/** A new API key or webhook endpoint of the tenant for each call about them that takes an id. */
export function keyRows(owner: () => SignedIn): Readonly<Record<string, () => Promise<ActedOn>>> {
  async function created(): Promise<ActedOn> {
    return (await owner().ask(createApiKey, { body: keyForm() })).data.key;
  }
  const form = { url: "https://erp.example.in/rokad", description: "", types: [] };
  async function endpoint(): Promise<ActedOn> {
    return (await owner().ask(createWebhookEndpoint, { body: form })).data.endpoint;
  }
  /** An endpoint with a delivery. */
  async function delivery(): Promise<ActedOn> {
    const { id } = await endpoint();
    await owner().ask(testWebhookEndpoint, { params: { id } });
    await numberAllEvents();
    await createDeliveries();
    const { data } = await owner().ask(listWebhookDeliveries, { params: { id }, query: {} });
    return { id, params: { version: String(data[0]?.event.version) } };
  }
  return {
    changeWebhookEndpoint: async () => ({
      ...(await endpoint()),
      body: { ...form, is_active: true },
    }),
    deleteWebhookEndpoint: endpoint,
    rollWebhookSecret: async () => ({ ...(await endpoint()), body: { old_valid_hours: 0 } }),
    testWebhookEndpoint: endpoint,
    checkWebhookEndpoint: endpoint,
    listWebhookDeliveries: endpoint,
    getWebhookDelivery: delivery,
    resendWebhooks: async () => ({
      ...(await endpoint()),
      body: { from: "2026-11-20T00:00:00Z" },
    }),
    changeApiKeyAccess: async () => ({
      ...(await created()),
      body: { networks: ["203.0.113.7"], limits: null },
    }),
    rollApiKey: async () => ({ ...(await created()), body: { old_valid_hours: 0 } }),
    revokeApiKey: created,
  };
}
