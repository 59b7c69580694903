import { percentOf, rupeesToPaise } from "@rokad/money/rupees";
import type { Settings } from "../identity/settings/settings.ts";

export interface Quote {
  readonly amountPaise: bigint;
  readonly feePaise: bigint;
  readonly gstPaise: bigint;
}

/**
 * The charges for a payout: the flat fee, and GST on the fee rounded half up to a paisa.
 * @param rupees the amount, validated by the contract.
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
