import * as z from "zod/mini";
import { dataAnswer, defineCall, instant, money } from "./call.ts";
import { eventTypeNames } from "./event-types.ts";
import { id, limit } from "./fields.ts";
import { rupees } from "./form-fields.ts";
import { limits } from "./limits.ts";
import { inr, sampleIds } from "./samples.ts";

/** What happened to one thing. It names no amounts and no people: read the thing itself. */
export const event = z
  .object({
    id,
    /** `subject.what`; new types can be added. */
    type: z.string(),
    created_at: instant(),
    /** The payout, payment request, batch, deposit, bank account, beneficiary, report or business. */
    subject_id: id,
    /** Yours, of a payout or payment request. */
    client_reference: z.nullable(z.string()),
    /** Of the subject, right after this event. */
    status: z.string(),
    /**
     * Numbers the events of the business from 1, without gaps. Of two events about one subject, the
     * higher one is newer.
     */
    version: z.int(),
  })
  .register(z.globalRegistry, { id: "Event" });
export type Event = z.output<typeof event>;

export const eventSample = {
  id: "0b9f6a52-7c1e-4d7a-9b57-1f2f6c0a4e21",
  type: "payout.success",
  created_at: "2026-11-20T06:30:04.120Z",
  subject_id: sampleIds.payout,
  client_reference: "INV-118",
  status: "success",
  version: 4_211,
} as const;

/** A version as a cursor in a query string. */
const cursor = (least: number) => {
  const message = "This is not the version of an event";
  return z.optional(
    z.coerce
      .number({ error: message })
      .check(
        z.int(message),
        z.minimum(least, message),
        z.maximum(Number.MAX_SAFE_INTEGER, message),
      ),
  );
};

const known = new Set<string>(eventTypeNames);

export const listEvents = defineCall({
  name: "listEvents",
  summary: "Events by cursor, oldest first: none is missed or repeated; kept for 90 days",
  tag: "Events",
  method: "GET",
  path: "/events",
  who: "tenant",
  needs: "integrate",
  feature: "api_access",
  scopes: [
    "payouts:read",
    "deposits:write",
    "beneficiaries:read",
    "wallet:read",
    "reports:read",
    "webhooks:read",
  ],
  query: z
    .object({
      /** The `next` of the answer before; 0 or nothing starts with the oldest event. */
      after: cursor(0),
      /** Instead of `after`: the events before this version, newest first. */
      before: cursor(1),
      /** Types separated by commas; by default all that the scopes of the key cover. */
      types: z.optional(
        z.string().check(
          z.refine((value) => value.split(",").every((type) => known.has(type)), {
            error: "types must be types of events, separated by commas",
          }),
        ),
      ),
      limit: limit(100),
    })
    .check(
      z.refine(({ after, before }) => after === undefined || before === undefined, {
        path: ["before"],
        error: "Send one of after and before",
      }),
    ),
  changesWith: ["events"],
  answer: z.object({
    success: z.literal(true),
    data: z.array(event),
    /** The `after` (or `before`) of the next request, also while there is no newer event. */
    next: z.int(),
    has_more: z.boolean(),
  }),
  errors: ["EVENTS_DELETED"],
  example: { answer: { success: true, data: [eventSample], next: 4_211, has_more: false } },
});

const lowBalance = z.object({
  /** Null: no event. */
  below: z.nullable(money),
  is_low: z.boolean(),
});

const forIntegrators = {
  tag: "Events",
  who: "tenant",
  needs: "integrate",
  feature: "api_access",
  path: "/events/low-balance",
} as const;

export const getLowBalance = defineCall({
  name: "getLowBalance",
  summary: "Below which available balance the event `wallet.low_balance` is written",
  method: "GET",
  ...forIntegrators,
  changesWith: ["events", "wallet"],
  answer: dataAnswer(lowBalance),
  example: { answer: { success: true, data: { below: inr(50_000_00), is_low: false } } },
});

export const setLowBalance = defineCall({
  name: "setLowBalance",
  summary: "Set it; the event comes once each time that the balance falls below",
  method: "PUT",
  ...forIntegrators,
  body: z.object({
    below: z.nullable(
      rupees({
        required: "Enter an amount, or null",
        min: [1_00, "The amount must be at least ₹1"],
        max: [limits.fundTransferPaiseMax, "The amount must not exceed ₹10,00,00,00,000"],
      }),
    ),
  }),
  answer: dataAnswer(lowBalance),
  example: {
    request: { below: 50_000 },
    answer: { success: true, data: { below: inr(50_000_00), is_low: false } },
  },
});
