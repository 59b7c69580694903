import { rupeesToPaise } from "@rokad/money/rupees";
import type { Settings } from "../../identity/settings/settings.ts";
import { now } from "../../kernel/clock.ts";
import { resultOrRefusal } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { newReference, referenceOf } from "../../kernel/payout-reference.ts";
import type { Tenant } from "../../kernel/person.ts";
import { runningTrace } from "../../kernel/tracing.ts";
import type { ProviderStatuses } from "../provider-status.ts";
import { chooseProvider } from "../send/choose-provider.ts";
import type { Initiation } from "./initiation.ts";

/** What the choice of a provider depends on, besides the payout. */
export interface ProviderChoice {
  readonly payer: Pick<Tenant, "allowedProviders">;
  readonly settings: Settings;
  readonly statuses: ProviderStatuses;
}

/** By default a new id, the order's reference, and an authorisation that does not expire. */
type Default = "id" | "reference" | "authorisedUntilMs";

/**
 * A payout of any source, before the wallet's balance is checked: it gets its reference and its
 * provider, or the reason why none can take it.
 * @throws if the paise to hold are not the rupees to send.
 */
export function newInitiation(
  { payer, settings, statuses }: ProviderChoice,
  {
    orderedAt = now(),
    ...fields
  }: Omit<Initiation, Default | "provider"> &
    Partial<Pick<Initiation, Default>> & {
      /** When it was ordered, for its reference; by default now. */
      readonly orderedAt?: Date;
    },
): Initiation {
  const { order, amountPaise, payerId, idempotencyKey: key } = fields;
  if (amountPaise !== rupeesToPaise(order.amount))
    throw new Error(`A payout of ${order.amount} rupees would hold ${amountPaise} paise`);
  return {
    id: newId(),
    // Without a key, an equal order is another payout.
    reference:
      key === undefined
        ? newReference()
        : referenceOf({ payerId, key, digest: fields.requestDigest.toString("hex") }, orderedAt),
    authorisedUntilMs: Number.POSITIVE_INFINITY,
    traceParent: runningTrace()?.traceParent,
    provider: resultOrRefusal(() =>
      chooseProvider(payer, order.method, amountPaise, settings, statuses),
    ),
    ...fields,
  };
}
