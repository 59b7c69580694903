import { z } from "zod";
import { limits } from "@rokad/contract/limits";
import { receivingAccountForm } from "@rokad/contract/receiving-account";
import { database } from "../db.ts";
import { gather } from "../gather.ts";

const paise = z.int().min(0);

/** What a super admin may change at run time: each with its rule and its default. */
const settings = z.object({
  fee_paise: paise.max(1_000_00).default(5_00),
  gst_percent: z.number().min(0).max(28).multipleOf(0.01).default(18),
  upi_payout_paise_max: paise.max(limits.payoutPaiseMax).default(limits.payoutPaiseMax),
  imps_payout_paise_max: paise.max(limits.payoutPaiseMax).default(limits.payoutPaiseMax),
  monthly_target_paise: paise.default(1_00_00_000_00),
  receiving_account: z.nullable(receivingAccountForm).default(null),
  sign_in_codes_per_hour: z.int().min(1).default(10),
  payout_codes_per_hour: z.int().min(1).default(60),
  code_calls_per_address_per_hour: z.int().min(1).default(600),
  session_days: z.int().min(1).max(90).default(30),
});
export type Settings = z.output<typeof settings>;

/**
 * The settings as they stand now: read afresh each time, so that a change counts at once on
 * every server. Requests that ask at the same moment share one query.
 */
export function readSettings(): Promise<Settings> {
  return readTogether(undefined);
}

const readTogether = gather<undefined, Settings>(
  async (askers) => {
    const rows = await database().selectFrom("settings").select(["key", "value"]).execute();
    const current = settings.parse(Object.fromEntries(rows.map((row) => [row.key, row.value])));
    return askers.map(() => current);
  },
  { atMost: 1_000 },
);
