import * as z from "zod/mini";
import { dataAnswer, defineCall, instant, money } from "./call.ts";
import { depositStatuses } from "./deposits.ts";
import { id, idName } from "./fields.ts";
import { payoutStatuses } from "./payouts.ts";
import { inr, sampleIds } from "./samples.ts";
import { searchText } from "./search-fields.ts";
import { creditStates } from "./suspense.ts";

const tenant = idName;

/** A payout of any tenant, as a list of few shows it. */
export const foundPayout = z
  .object({
    id,
    tenant,
    created_at: instant(),
    name: z.string(),
    /** Masked: `****6789` or `****@okhdfc`. */
    account: z.string(),
    amount: money,
    status: z.enum(payoutStatuses),
    /** It waits for funds, or was not funded: no provider knows it. */
    is_wait: z.boolean(),
    reference_id: z.string(),
    utr_number: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: "FoundPayout" });

/** A deposit of any tenant, as a list of few shows it. */
export const foundDeposit = z
  .object({
    id,
    tenant,
    created_at: instant(),
    utr_reference: z.string(),
    amount: money,
    status: z.enum(depositStatuses),
  })
  .register(z.globalRegistry, { id: "FoundDeposit" });

const foundOverTenants = z.object({
  payouts: z.array(foundPayout),
  deposits: z.array(foundDeposit),
  /** Money on virtual accounts that waits in suspense, or was returned or dismissed. */
  credits: z.array(
    z.object({
      id,
      created_at: instant(),
      utr_reference: z.nullable(z.string()),
      amount: money,
      status: z.enum(creditStates),
    }),
  ),
  tenants: z.array(z.object({ id, name: z.string(), mobile: z.string(), is_active: z.boolean() })),
});
export type FoundOverTenants = z.output<typeof foundOverTenants>;

export const findOverTenants = defineCall({
  name: "findOverTenants",
  summary: "The newest five payouts, deposits, incoming credits and tenants, over all tenants",
  tag: "Search",
  method: "GET",
  path: "/super-admin/search",
  who: "superadmin",
  needs: "view",
  query: z.object({
    /**
     * A whole UTR in any spelling, our reference, a program's own reference, or the last four digits
     * of an account number; or a part of a tenant's name or mobile number.
     */
    search: searchText.check(z.minLength(2, "Type at least 2 characters")),
  }),
  answer: dataAnswer(foundOverTenants),
  errors: ["TOO_MANY_REQUESTS"],
  example: {
    answer: {
      success: true,
      data: {
        payouts: [
          {
            id: sampleIds.payout,
            tenant: { id: sampleIds.tenant, name: "Sharma Traders" },
            created_at: "2026-11-20T06:30:00.000Z",
            name: "Asha Rao",
            account: "****9012",
            amount: inr(1500_25),
            status: "success",
            is_wait: false,
            reference_id: "RKA2EM233TB1T94JS",
            utr_number: "632456789012",
          },
        ],
        deposits: [],
        credits: [],
        tenants: [],
      },
    },
  },
});
