import * as z from "zod/mini";
import { count, dataAnswer, defineCall, instant } from "./call.ts";
import { event, eventSample } from "./events.ts";
import { idParams, limit } from "./fields.ts";
import { forReaders, forWriters } from "./webhook-endpoints.ts";

/* What was sent to a webhook endpoint, how it went, and sending it again. */

const version = z.coerce
  .number({ error: "This is not the version of an event" })
  .check(
    z.int("This is not the version of an event"),
    z.minimum(1, "This is not the version of an event"),
    z.maximum(Number.MAX_SAFE_INTEGER, "This is not the version of an event"),
  );

const delivery = z
  .object({
    event,
    state: z.enum(["waiting", "delivered", "failed"]),
    /** Attempts since it was created or sent again. */
    tries: count(),
    next_try_at: z.nullable(instant()),
    finished_at: z.nullable(instant()),
    /** Of the newest attempt. */
    last_status: z.nullable(z.int()),
    last_error: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: "WebhookDelivery" });
export type WebhookDelivery = z.output<typeof delivery>;

const deliverySample = {
  event: eventSample,
  state: "waiting",
  tries: 2,
  next_try_at: "2026-11-20T06:35:04.120Z",
  finished_at: null,
  last_status: 503,
  last_error: "Answered 503",
} as const;

export const listWebhookDeliveries = defineCall({
  name: "listWebhookDeliveries",
  summary: "The deliveries to an endpoint, newest event first, by cursor",
  path: "/webhook-endpoints/{id}/deliveries",
  ...forReaders,
  params: idParams,
  query: z.object({
    state: z.optional(z.enum(["waiting", "delivered", "failed"])),
    /** The `next` of the page before. */
    before: z.optional(version),
    limit: limit(50),
  }),
  changesWith: ["webhook_endpoints"],
  answer: z.object({
    success: z.literal(true),
    data: z.array(delivery),
    /** The `before` of the next page; null on the last page. */
    next: z.nullable(z.int()),
  }),
  example: { answer: { success: true, data: [deliverySample], next: null } },
});

export const getWebhookDelivery = defineCall({
  name: "getWebhookDelivery",
  summary: "A delivery with its body and every attempt",
  path: "/webhook-endpoints/{id}/deliveries/{version}",
  ...forReaders,
  params: z.extend(idParams, { version }),
  changesWith: ["webhook_endpoints"],
  answer: dataAnswer(
    z.object({
      delivery,
      /** The bytes that are sent and signed. */
      body: z.string(),
      /** Newest first. */
      attempts: z.array(
        z.object({
          at: instant(),
          took_ms: count(),
          status: z.nullable(z.int()),
          error: z.nullable(z.string()),
          /** The start of the answer. */
          answer: z.string(),
          headers: z.record(z.string(), z.string()),
        }),
      ),
    }),
  ),
  example: {
    answer: {
      success: true,
      data: {
        delivery: deliverySample,
        body: JSON.stringify(eventSample),
        attempts: [
          {
            at: "2026-11-20T06:30:04.320Z",
            took_ms: 180,
            status: 503,
            error: "Answered 503",
            answer: "Service Unavailable",
            headers: { "webhook-id": eventSample.id, "webhook-timestamp": "1795154404" },
          },
        ],
      },
    },
  },
});

export const resendWebhooks = defineCall({
  name: "resendWebhooks",
  summary: "Send events again: one, or those from a time on, by default those not delivered",
  method: "POST",
  path: "/webhook-endpoints/{id}/resend",
  ...forWriters,
  params: idParams,
  body: z
    .object({
      /** One event. */
      version: z.optional(version),
      /** Or the events of a time; without `to`, up to now. */
      from: z.optional(z.iso.datetime({ error: "Use a time as 2026-11-20T06:30:00Z" })),
      to: z.optional(z.iso.datetime({ error: "Use a time as 2026-11-20T06:30:00Z" })),
      /** Also those that arrived. */
      delivered_too: z._default(z.boolean({ error: "Send true or false" }), false),
    })
    .check(
      z.refine(({ version: one, from }) => (one === undefined) !== (from === undefined), {
        path: ["from"],
        error: "Send exactly one of version and from",
      }),
    ),
  answer: z.object({
    success: z.literal(true),
    message: z.string(),
    data: z.object({ resent: count() }),
  }),
  errors: ["WEBHOOK_ENDPOINT_DISABLED"],
  example: {
    request: { from: "2026-11-20T00:00:00Z" },
    answer: { success: true, message: "42 events are sent again", data: { resent: 42 } },
  },
});
