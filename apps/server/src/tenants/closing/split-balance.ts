import { limits } from "@rokad/contract/limits";
import { providerIds } from "@rokad/contract/tenants";
import type { Settings } from "../../identity/settings/settings.ts";
import { payoutPaiseMaxOf } from "../../payouts/send/choose-provider.ts";

/** What a super admin reads when a balance can't be split. */
export const maximumTooLow =
  "The maximum IMPS payout is too low to pay out the balance: raise it in System Settings";

const minPaise = BigInt(limits.payoutPaiseMin);

/**
 * Splits a balance into as few payouts as possible, none above the maximum or below the minimum.
 * @returns the amounts in paise; none for a balance below the minimum; undefined for a maximum that is
 *   too low, or that needs more than `limits.closingPayoutsMax` payouts.
 */
export function splitBalance(balancePaise: bigint, maxPaise: bigint): bigint[] | undefined {
  if (balancePaise < minPaise) return [];
  if (maxPaise < minPaise) return undefined;
  const count = (balancePaise + maxPaise - 1n) / maxPaise;
  if (count > limits.closingPayoutsMax || count * minPaise > balancePaise) return undefined;
  const parts: bigint[] = [];
  let left = balancePaise;
  for (let after = count - 1n; after >= 0n; after -= 1n) {
    // Each part after this one needs the minimum.
    const most = left - after * minPaise;
    const part = most < maxPaise ? most : maxPaise;
    parts.push(part);
    left -= part;
  }
  return parts;
}

/** The highest amount of one withdrawal by IMPS, in paise. */
export function withdrawalPaiseMax(
  { allowedProviders }: { readonly allowedProviders: readonly (typeof providerIds)[number][] },
  settings: Settings,
): bigint {
  return providerIds
    .filter((id) => allowedProviders.includes(id))
    .map((id) => payoutPaiseMaxOf(id, "imps", settings))
    .reduce((a, b) => (a > b ? a : b), 0n);
}
