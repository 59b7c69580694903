import * as z from "zod/mini";
import { dataAnswer, defineCall, instant } from "./call.ts";
import { after, cursorAnswer, utr } from "./cursor-fields.ts";
import { limit } from "./fields.ts";
import { clientReference } from "./machine-order.ts";
import { payout, payoutDetail, payoutStatuses } from "./payouts.ts";

/* How programs find payouts: one by a reference, or all of them by a cursor. */

const forReaders = {
  tag: "Payouts",
  method: "GET",
  scopes: ["payouts:read"],
  who: "tenant",
  needs: "view",
} as const;

export const findPayout = defineCall({
  name: "findPayout",
  summary: "The payout with a reference: ours (`reference_id`) or yours (`client_reference`)",
  path: "/payouts/find",
  ...forReaders,
  query: z
    .object({
      reference_id: z.optional(
        z.string().check(z.regex(/^[A-Z0-9]{1,20}$/, "This is not a reference of a payout")),
      ),
      client_reference: z.optional(clientReference),
    })
    .check(
      z.refine(
        ({ reference_id: ours, client_reference: yours }) =>
          (ours === undefined) !== (yours === undefined),
        { path: ["reference_id"], error: "Send exactly one of reference_id and client_reference" },
      ),
    ),
  answer: dataAnswer(payoutDetail),
  errors: ["NOT_FOUND"],
});

export const scanPayouts = defineCall({
  name: "scanPayouts",
  summary: "Payouts by cursor, newest first; those that changed since a time; those with a UTR",
  path: "/payouts/scan",
  ...forReaders,
  query: z
    .object({
      status: z.optional(z.enum(payoutStatuses)),
      /**
       * Payouts that were created or changed at or after this time, oldest change first: status, UTR
       * and returned amount. It reaches back 80 days at most. A payout can come again if it changes
       * more than once; the last one is the newest.
       */
      updated_since: z.optional(z.iso.datetime({ error: "Use a time as 2026-11-20T06:30:00Z" })),
      /** The whole UTR. A payout is found by it some seconds after the provider named it. */
      utr,
      after,
      limit: limit(100),
    })
    .check(
      z.refine(({ updated_since: since, utr: of }) => since === undefined || of === undefined, {
        path: ["utr"],
        error: "Send one of updated_since and utr",
      }),
    ),
  answer: z.extend(cursorAnswer(payout), {
    /**
     * Only with `updated_since`: the `updated_since` of your next round. Every change before it is in
     * the pages up to this one, also changes that were still being written when you asked.
     */
    updated_until: z.optional(instant()),
  }),
});
