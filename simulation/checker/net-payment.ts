import type { ObservationIndex } from "./index-observations.ts";
import { sumPaise } from "./paise.ts";

/** What all banks together paid for a reference, less what came back or they kept of it, in paise. */
export function netPaidPaise({ payments, returns }: ObservationIndex, reference: string): bigint {
  const out = sumPaise(payments.get(reference) ?? [], ({ paise }) => paise);
  return out - sumPaise(returns.get(reference) ?? [], ({ paise, keptPaise }) => paise + keptPaise);
}
