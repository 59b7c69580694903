import { formatMoney } from "@rokad/money/format";
import { ApiError } from "../../kernel/errors.ts";
import { inr } from "../../kernel/money.ts";
import type { Settings } from "../../identity/settings/settings.ts";
import type { ProviderId } from "../../providers/provider.ts";
import { payoutProviderOf } from "../../providers/configured-providers.ts";
import type { Tenant } from "../../kernel/person.ts";
import { isAvailable, type ProviderStatuses } from "../provider-status.ts";

/**
 * Chooses the provider for a payout: the first of the tenant's that takes the amount and is
 * available. If none is, the payout waits for the first that is not paused until its circuit
 * breaker closes, or else for the first until it is resumed.
 * @throws 422 `NO_PROVIDER`, or `AMOUNT_ABOVE_CAP` with the highest possible amount.
 */
export function chooseProvider(
  payer: Pick<Tenant, "allowedProviders">,
  method: "upi" | "imps",
  amountPaise: bigint,
  settings: Settings,
  statuses?: ProviderStatuses,
): ProviderId {
  const allowed = (["primary", "alternative"] as const).filter((id) =>
    payer.allowedProviders.includes(id),
  );
  if (allowed.length === 0) {
    throw new ApiError(
      422,
      "NO_PROVIDER",
      "No payment provider is enabled for your account. Please contact support.",
    );
  }
  const capOf = (id: ProviderId) => payoutPaiseMaxOf(id, method, settings);
  const able = allowed.filter((id) => amountPaise <= capOf(id));
  const available = statuses && able.find((id) => isAvailable(statuses[id]));
  const unpaused = statuses && able.find((id) => !statuses[id].isPaused);
  const chosen = available ?? unpaused ?? able[0];
  if (chosen) return chosen;
  const highest = allowed.map(capOf).reduce((a, b) => (a > b ? a : b));
  const message = `${method.toUpperCase()} payouts can be at most ${formatMoney(inr(highest), { trailingZeros: false })} each`;
  throw new ApiError(422, "AMOUNT_ABOVE_CAP", message, { fields: { amount: message } });
}

/** The highest amount of one payout with a provider, in paise: its own cap or the platform's. */
export function payoutPaiseMaxOf(
  id: ProviderId,
  method: "upi" | "imps",
  settings: Settings,
): bigint {
  const platformMax = BigInt(settings[`${method}_payout_paise_max`]);
  const providerMax = payoutProviderOf(id, settings[`${id}_provider`]).amountPaiseMax[method];
  return providerMax < platformMax ? providerMax : platformMax;
}
