import * as z from "zod/mini";
import { count, defineCall, instant } from "./call.ts";
import { id, limit } from "./fields.ts";
import { limits } from "./limits.ts";

export const webhookStates = ["waiting", "done", "unusable"] as const;

/** Something that a provider told us by itself, and what came of it. */
export const webhook = z
  .object({
    id,
    adapter: z.string(),
    /** The provider's own word, such as `payout.processed`. */
    kind: z.string(),
    event_id: z.string(),
    received_at: instant(),
    /** How often the provider has told it. */
    times: count(),
    /** `unusable`: it could not be understood, and waits for somebody to look. */
    state: z.enum(webhookStates),
    /** In a few words; null while it waits. */
    outcome: z.nullable(z.string()),
    /** The payout or credit that it is about, where there is one. */
    reference: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: "Webhook" });
export type Webhook = z.output<typeof webhook>;

/** How the webhooks of an adapter fare. */
const door = z.object({
  adapter: z.string(),
  /** Null when none ever came. */
  last_received_at: z.nullable(instant()),
  /** Of the last 24 hours. */
  received_count: count(),
  waiting_count: count(),
  unusable_count: count(),
  /** Calls of today (in India) that nobody believed, by the reason. */
  refused: z.array(z.object({ why: z.string(), count: count(), last_at: instant() })),
});
export type WebhookDoor = z.output<typeof door>;

export const listWebhooks = defineCall({
  name: "listWebhooks",
  summary: "What providers told us by themselves, newest first, and what came of it",
  method: "GET",
  path: "/super-admin/webhooks",
  who: "superadmin",
  changesWith: ["gateway"],
  query: z.object({
    state: z.optional(z.enum(webhookStates)),
    /** Those before this one: the `next` of an earlier answer. */
    before: z.optional(id),
    limit: limit(limits.activityPageRows),
  }),
  answer: z.object({
    success: z.literal(true),
    data: z.array(webhook),
    /** What `before` takes for the older ones; null at the end. */
    next: z.nullable(id),
    summary: z.array(door),
  }),
});

export const retryWebhook = defineCall({
  name: "retryWebhook",
  summary: "Work a webhook off again that could not be used, such as after an update",
  method: "POST",
  path: "/super-admin/webhooks/{id}/retry",
  who: "superadmin",
  params: z.object({ id }),
  answer: z.object({ success: z.literal(true), message: z.string(), data: z.object({ id }) }),
  errors: ["WEBHOOK_NOT_UNUSABLE"],
});
