import * as z from "zod/mini";
import { count, defineCall, instant } from "./call.ts";
import { id, limit } from "./fields.ts";
import { limits } from "./limits.ts";

export const webhookStates = ["waiting", "done", "unusable"] as const;

/** An event that a provider sent, and its result. */
export const webhook = z
  .object({
    id,
    adapter: z.string(),
    /** The provider's name of the event, such as `payout.processed`. */
    kind: z.string(),
    event_id: z.string(),
    received_at: instant(),
    /** How often the provider sent it. */
    times: count(),
    /** `unusable`: it could not be processed, and needs a person. */
    state: z.enum(webhookStates),
    /** The result in a few words; null while it waits. */
    outcome: z.nullable(z.string()),
    /** The reference of the payout or credit, if there is one. */
    reference: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: "Webhook" });
export type Webhook = z.output<typeof webhook>;

/** The state of an adapter's webhook endpoint. */
const endpoint = z.object({
  adapter: z.string(),
  /** Null if none was ever received. */
  last_received_at: z.nullable(instant()),
  /** Of the last 24 hours. */
  received_count: count(),
  waiting_count: count(),
  unusable_count: count(),
  /** Rejected requests of today (Asia/Kolkata), by reason. */
  refused: z.array(z.object({ why: z.string(), count: count(), last_at: instant() })),
});
export type WebhookEndpoint = z.output<typeof endpoint>;

export const listWebhooks = defineCall({
  name: "listWebhooks",
  summary: "Events from providers, newest first, with their results",
  tag: "Webhooks",
  method: "GET",
  path: "/super-admin/webhooks",
  who: "superadmin",
  needs: "view",
  changesWith: ["gateway"],
  query: z.object({
    state: z.optional(z.enum(webhookStates)),
    /** Returns only older ones: the `next` of the previous page. */
    before: z.optional(id),
    limit: limit(limits.activityPageRows),
  }),
  answer: z.object({
    success: z.literal(true),
    data: z.array(webhook),
    /** The `before` of the next page; null on the last page. */
    next: z.nullable(id),
    summary: z.array(endpoint),
  }),
});

export const retryWebhook = defineCall({
  name: "retryWebhook",
  summary: "Process an unusable webhook again, for example after an update",
  tag: "Webhooks",
  method: "POST",
  path: "/super-admin/webhooks/{id}/retry",
  who: "superadmin",
  needs: "operate",
  stepUp: { unsigned: "Its signature was verified" },
  params: z.object({ id }),
  answer: z.object({ success: z.literal(true), message: z.string(), data: z.object({ id }) }),
  errors: ["WEBHOOK_NOT_UNUSABLE"],
});
