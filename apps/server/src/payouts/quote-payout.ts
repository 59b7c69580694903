import { percentOf, rupeesToPaise } from "@rokad/money/rupees";
import type { Settings } from "../platform/settings.ts";

export interface Quote {
  readonly amountPaise: bigint;
  readonly feePaise: bigint;
  readonly gstPaise: bigint;
}

/**
 * What a payout costs: the flat fee, and GST on the fee rounded half up to a paisa.
 * @param rupees the amount as the contract let it through.
 */
export function quotePayout(
  rupees: number,
  fees: Pick<Settings, "fee_paise" | "gst_percent">,
): Quote {
  const feePaise = BigInt(fees.fee_paise);
  return {
    amountPaise: rupeesToPaise(rupees),
    feePaise,
    gstPaise: percentOf(feePaise, fees.gst_percent),
  };
}
