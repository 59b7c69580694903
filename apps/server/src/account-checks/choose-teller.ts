import { providerIds } from "@rokad/contract/tenants";
import type { Settings } from "../platform/settings.ts";
import { railStandings } from "../payouts/rail-standings.ts";
import type { ProviderId } from "../providers/provider.ts";
import { adapterOf } from "../providers/rails.ts";
import type { BankName, Validation } from "../providers/validation.ts";

/** Who wants to know. */
export interface Asker {
  readonly id: string;
  readonly allowedProviders: readonly ProviderId[];
}

/** Whom to ask. */
export interface Teller {
  readonly adapter: string;
  readonly validate: (asked: BankName) => Promise<Validation>;
}

/** The first of the tenant's rails that is not paused and whose adapter can ask for names. */
export async function chooseTeller(asker: Asker, settings: Settings): Promise<Teller | undefined> {
  const standings = await railStandings();
  for (const id of providerIds) {
    if (!asker.allowedProviders.includes(id) || standings[id].isPaused) continue;
    const adapter = adapterOf(id, settings[`${id}_provider`]);
    if (!adapter.validate || (await adapter.missingSettings("names")).length > 0) continue;
    return { adapter: adapter.name, validate: adapter.validate.bind(adapter) };
  }
  return undefined;
}
