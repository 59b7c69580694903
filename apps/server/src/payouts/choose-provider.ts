import { formatMoney } from "@rokad/money/format";
import { Refusal } from "../errors.ts";
import { inr } from "../money.ts";
import type { Settings } from "../platform/settings.ts";
import { providerFor, type ProviderId } from "../providers/provider.ts";
import type { Tenant } from "../sign-in/person.ts";

/**
 * The rail that a payout will take: the first of the tenant's whose adapter takes the amount.
 * @throws 422 `NO_PROVIDER`, or `AMOUNT_ABOVE_CAP` with the most that can be sent.
 */
export function chooseProvider(
  payer: Tenant,
  method: "upi" | "imps",
  amountPaise: bigint,
  settings: Settings,
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
  const platformMax = BigInt(settings[`${method}_payout_paise_max`]);
  const most = (id: ProviderId) => {
    const providerMax = providerFor(id).amountPaiseMax[method];
    return providerMax < platformMax ? providerMax : platformMax;
  };
  const chosen = allowed.find((id) => amountPaise <= most(id));
  if (chosen) return chosen;
  const highest = allowed.map(most).reduce((a, b) => (a > b ? a : b));
  const sentence = `${method.toUpperCase()} payouts can be at most ${formatMoney(inr(highest), { trailingZeros: false })} each`;
  throw new Refusal(422, "AMOUNT_ABOVE_CAP", sentence, { fields: { amount: sentence } });
}
