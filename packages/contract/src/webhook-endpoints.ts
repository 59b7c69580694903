import * as z from "zod/mini";
import { count, dataAnswer, defineCall, instant, messageAnswer } from "./call.ts";
import { eventTypeNames } from "./event-types.ts";
import { id, idParams } from "./fields.ts";
import { oneLine } from "./form-fields.ts";
import { limits } from "./limits.ts";

/* Where Rokad sends a business's events, by the Standard Webhooks specification. */

const common = {
  tag: "Webhook endpoints",
  who: "tenant",
  needs: "integrate",
  feature: "api_access",
} as const;
export const forReaders = { ...common, method: "GET", scopes: ["webhooks:read"] } as const;
export const forWriters = { ...common, scopes: ["webhooks:write"] } as const;

const needsUrl = "Enter an address such as https://example.in/rokad";

export const webhookEndpointForm = z.object({
  url: z.string({ error: needsUrl }).check(
    z.trim(),
    z.maxLength(500, "The address must not exceed 500 characters"),
    z.refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ""), { error: needsUrl }),
    z.refine((value) => !URL.parse(value)?.username && !URL.parse(value)?.password, {
      error: "Leave user name and password out of the address",
    }),
  ),
  /** What it is for. */
  description: z._default(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(200, "The description must not exceed 200 characters"),
        oneLine(),
      ),
    "",
  ),
  /** Empty: all types, also new ones. */
  types: z
    .array(z.enum(eventTypeNames, { error: "There is no such type of event" }), {
      error: "Choose types of events, or an empty list for all",
    })
    .check(z.maxLength(eventTypeNames.length, "List each type once")),
});
export type WebhookEndpointForm = z.output<typeof webhookEndpointForm>;

export const webhookEndpoint = z
  .object({
    id,
    url: z.string(),
    description: z.string(),
    types: z.array(z.string()),
    is_active: z.boolean(),
    disabled_reason: z.nullable(z.string()),
    disabled_at: z.nullable(instant()),
    created_at: instant(),
    /** Until when an old secret also signs; null: one signature. */
    old_secret_ends_at: z.nullable(instant()),
    /** Since when no delivery succeeded, after one failed; disabled after 5 days. */
    failing_since: z.nullable(instant()),
    last_success_at: z.nullable(instant()),
    /** Deliveries that wait for their next attempt; at most 1,000 are counted. */
    waiting: count(),
    failed: count(),
  })
  .register(z.globalRegistry, { id: "WebhookEndpoint" });
export type WebhookEndpoint = z.output<typeof webhookEndpoint>;

const endpointSample = {
  id: "01994c64-1b20-7c61-8d3e-9b1c2f7a5d10",
  url: "https://erp.example.in/rokad",
  description: "ERP",
  types: ["payout.success", "payout.failed"],
  is_active: true,
  disabled_reason: null,
  disabled_at: null,
  created_at: "2026-11-20T06:30:00.000Z",
  old_secret_ends_at: null,
  failing_since: null,
  last_success_at: "2026-11-20T06:30:05.000Z",
  waiting: 0,
  failed: 0,
} as const;

const endpointAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  data: webhookEndpoint,
});
/** The secret is in this answer only; it is stored encrypted. */
const secretAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.object({ endpoint: webhookEndpoint, secret: z.string() }),
});
const secretSample = {
  endpoint: endpointSample,
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
};

export const listWebhookEndpoints = defineCall({
  name: "listWebhookEndpoints",
  summary: "The webhook endpoints of the business, oldest first",
  path: "/webhook-endpoints",
  ...forReaders,
  changesWith: ["webhook_endpoints"],
  answer: dataAnswer(z.array(webhookEndpoint)),
  example: { answer: { success: true, data: [endpointSample] } },
});

export const createWebhookEndpoint = defineCall({
  name: "createWebhookEndpoint",
  summary: "Add an endpoint; it gets the events from now on, and its secret is in this answer only",
  method: "POST",
  path: "/webhook-endpoints",
  ...forWriters,
  body: webhookEndpointForm,
  status: 201,
  answer: secretAnswer,
  errors: ["WEBHOOK_ENDPOINTS_FULL"],
  example: {
    request: {
      url: "https://erp.example.in/rokad",
      description: "ERP",
      types: ["payout.success", "payout.failed"],
    },
    answer: { success: true, message: "Endpoint added", data: secretSample },
  },
});

export const changeWebhookEndpoint = defineCall({
  name: "changeWebhookEndpoint",
  summary: "Change an endpoint, or enable it: events from before are sent again by /resend",
  method: "PUT",
  path: "/webhook-endpoints/{id}",
  ...forWriters,
  params: idParams,
  body: z.extend(webhookEndpointForm, {
    is_active: z.boolean({ error: "Send true to enable the endpoint, or false" }),
  }),
  answer: endpointAnswer,
  example: {
    request: {
      url: "https://erp.example.in/rokad",
      description: "ERP",
      types: [],
      is_active: true,
    },
    answer: { success: true, message: "Endpoint changed", data: endpointSample },
  },
});

export const deleteWebhookEndpoint = defineCall({
  name: "deleteWebhookEndpoint",
  summary: "Remove an endpoint with its deliveries",
  method: "DELETE",
  path: "/webhook-endpoints/{id}",
  ...forWriters,
  params: idParams,
  answer: messageAnswer,
});

export const rollWebhookSecret = defineCall({
  name: "rollWebhookSecret",
  summary: "Give an endpoint a new secret; the one before also signs for the hours that you choose",
  method: "POST",
  path: "/webhook-endpoints/{id}/roll",
  ...forWriters,
  params: idParams,
  body: z.object({
    /** 0 ends all old secrets at once; else those that were replaced before keep their hours. */
    old_valid_hours: z
      .int({ error: "Enter a number of hours" })
      .check(
        z.minimum(0, "Enter 0 or more hours"),
        z.maximum(
          limits.apiKeyOverlapHoursMax,
          `The old secret can sign for at most ${limits.apiKeyOverlapHoursMax} hours`,
        ),
      ),
  }),
  answer: secretAnswer,
  example: {
    request: { old_valid_hours: 24 },
    answer: { success: true, message: "New secret created", data: secretSample },
  },
});

export const testWebhookEndpoint = defineCall({
  name: "testWebhookEndpoint",
  summary: "Send an event `webhook.test` to an endpoint, the way of every other event",
  method: "POST",
  path: "/webhook-endpoints/{id}/test",
  ...forWriters,
  params: idParams,
  answer: messageAnswer,
  errors: ["WEBHOOK_ENDPOINT_DISABLED"],
});

/** The steps of a check, in their order; after a failed one the later ones are missing. */
export const webhookCheckSteps = ["address", "connection", "answer", "signature", "clock"] as const;

export const checkWebhookEndpoint = defineCall({
  name: "checkWebhookEndpoint",
  summary: "Find out what is wrong with an endpoint: sends one signed and one forged test",
  method: "POST",
  path: "/webhook-endpoints/{id}/check",
  ...forWriters,
  params: idParams,
  answer: dataAnswer(
    z.object({
      steps: z.array(
        z.object({ step: z.enum(webhookCheckSteps), is_ok: z.boolean(), message: z.string() }),
      ),
      /** Exactly what was signed, and the signature that must come out. */
      signed: z.object({ content: z.string(), signature: z.string() }),
    }),
  ),
  errors: ["TOO_MANY_REQUESTS"],
  example: {
    answer: {
      success: true,
      data: {
        steps: [
          { step: "address", is_ok: true, message: "erp.example.in is 198.51.100.7" },
          { step: "connection", is_ok: true, message: "Connected with TLS in 48 ms" },
          { step: "answer", is_ok: true, message: "Answered 204 in 61 ms" },
          {
            step: "signature",
            is_ok: false,
            message: "Accepted a test with a wrong signature: verify it before you act",
          },
        ],
        signed: {
          content: '0b9f6a52-7c1e-4d7a-9b57-1f2f6c0a4e21.1795154404.{"type":"webhook.test"}',
          signature: "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
        },
      },
    },
  },
});
