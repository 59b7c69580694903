import * as z from "zod/mini";
import { dataAnswer, defineCall, instant, money } from "./call.ts";
import { batchStates } from "./batch-states.ts";
import { id } from "./fields.ts";
import { payoutStatuses } from "./payouts.ts";
import { requestStates } from "./request-states.ts";
import { inr, sampleIds } from "./samples.ts";
import { searchText } from "./search-fields.ts";

const found = z.object({
  payouts: z.array(
    z.object({
      id,
      created_at: instant(),
      name: z.string(),
      /** Masked: `****6789` or `****@okhdfc`. */
      account: z.string(),
      amount: money,
      status: z.enum(payoutStatuses),
      reference_id: z.string(),
      utr_number: z.nullable(z.string()),
    }),
  ),
  beneficiaries: z.array(
    z.object({
      id,
      name: z.string(),
      short_name: z.nullable(z.string()),
      /** The default destination, masked; null without one. */
      account: z.nullable(z.string()),
    }),
  ),
  /** Among the newest 500. */
  batches: z.array(
    z.object({ id, created_at: instant(), file_name: z.string(), state: z.enum(batchStates) }),
  ),
  /** Among the newest 500. */
  requests: z.array(
    z.object({
      id,
      created_at: instant(),
      name: z.string(),
      amount: money,
      state: z.enum(requestStates),
    }),
  ),
  deposits: z.array(
    z.object({
      id,
      created_at: instant(),
      utr_reference: z.string(),
      amount: money,
      status: z.enum(["pending", "completed", "failed"]),
    }),
  ),
});
export type Found = z.output<typeof found>;

export const findAnything = defineCall({
  name: "findAnything",
  summary: "The newest five payouts, beneficiaries, batches, requests and deposits that match",
  tag: "Search",
  method: "GET",
  path: "/search",
  who: "tenant",
  needs: "view",
  query: z.object({
    search: searchText.check(z.minLength(2, "Type at least 2 characters")),
  }),
  answer: dataAnswer(found),
  errors: ["TOO_MANY_REQUESTS"],
  example: {
    answer: {
      success: true,
      data: {
        payouts: [
          {
            id: sampleIds.payout,
            created_at: "2026-11-20T06:30:00.000Z",
            name: "Asha Rao",
            account: "****9012",
            amount: inr(1500_25),
            status: "success",
            reference_id: "RKA2EM233TB1T94JS",
            utr_number: "632456789012",
          },
        ],
        beneficiaries: [
          { id: sampleIds.beneficiary, name: "Asha Rao", short_name: "Asha", account: "****9012" },
        ],
        batches: [],
        requests: [],
        deposits: [],
      },
    },
  },
});
