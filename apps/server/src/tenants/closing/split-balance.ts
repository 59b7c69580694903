import { limits } from "@rokad/contract/limits";
import { providerIds } from "@rokad/contract/tenants";
import type { Settings } from "../../identity/settings/settings.ts";
import { payoutPaiseMaxOf } from "../../payouts/send/choose-provider.ts";

const minPaise = BigInt(limits.payoutPaiseMin);

/**
 * Splits a balance into payouts that a provider takes: none above the maximum or below the minimum.
 * @returns the amounts in paise; none for a balance below the minimum.
 */
export function splitBalance(balancePaise: bigint, maxPaise: bigint): bigint[] {
  if (balancePaise < minPaise) return [];
  const parts: bigint[] = [];
  let left = balancePaise;
  while (left > maxPaise) {
    // The last part must not fall below the minimum.
    const part = left - maxPaise < minPaise ? maxPaise - minPaise : maxPaise;
    parts.push(part);
    left -= part;
  }
  return [...parts, left];
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
