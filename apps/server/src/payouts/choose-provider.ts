import { formatMoney } from "@rokad/money/format";
import { Refusal } from "../errors.ts";
import { inr } from "../money.ts";
import type { Settings } from "../platform/settings.ts";
import type { ProviderId } from "../providers/provider.ts";
import { railOf } from "../providers/rails.ts";
import type { Tenant } from "../sign-in/person.ts";
import { isFree, type RailStandings } from "./rail-standings.ts";

/**
 * The rail that a payout will take: the first of the tenant's whose adapter takes the amount and
 * that is neither paused nor unwell. Where all of them are, it waits on the first that is merely
 * unwell until that is well again, or on the first until that is resumed.
 * @throws 422 `NO_PROVIDER`, or `AMOUNT_ABOVE_CAP` with the most that can be sent.
 */
export function chooseProvider(
  payer: Tenant,
  method: "upi" | "imps",
  amountPaise: bigint,
  settings: Settings,
  standings?: RailStandings,
): ProviderId {
  const allowed = (["primary", "alternative"] as const).filter((id) =>
    payer.allowedProviders.includes(id),
  );
  if (allowed.length === 0) {
    throw new Refusal(
      422,
      "NO_PROVIDER",
      "No payment provider is enabled for your account. Please contact support.",
    );
  }
  const most = (id: ProviderId) => mostOf(id, method, settings);
  const able = allowed.filter((id) => amountPaise <= most(id));
  const free = standings && able.find((id) => isFree(standings[id]));
  const merelyUnwell = standings && able.find((id) => !standings[id].isPaused);
  const chosen = free ?? merelyUnwell ?? able[0];
  if (chosen) return chosen;
  const highest = allowed.map(most).reduce((a, b) => (a > b ? a : b));
  const sentence = `${method.toUpperCase()} payouts can be at most ${formatMoney(inr(highest), { trailingZeros: false })} each`;
  throw new Refusal(422, "AMOUNT_ABOVE_CAP", sentence, { fields: { amount: sentence } });
}

/** The most that one payout over a rail may be, in paise: the provider's cap or the platform's. */
export function mostOf(id: ProviderId, method: "upi" | "imps", settings: Settings): bigint {
  const platformMax = BigInt(settings[`${method}_payout_paise_max`]);
  const providerMax = railOf(id, settings[`${id}_provider`]).amountPaiseMax[method];
  return providerMax < platformMax ? providerMax : platformMax;
}
