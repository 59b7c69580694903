import { providerIds } from "@rokad/contract/tenants";
import type { Settings } from "../../identity/settings/settings.ts";
import { providerStatuses } from "../provider-status.ts";
import type { ProviderId } from "../../providers/provider.ts";
import { adapterOf } from "../../providers/configured-providers.ts";
import type { ValidationRequest, Validation } from "../../providers/validation.ts";

/** The tenant that requests a check. */
export interface CheckRequester {
  readonly tenantId: string;
  readonly allowedProviders: readonly ProviderId[];
}

/** The provider that asks the bank. */
export interface CheckProvider {
  readonly adapter: string;
  readonly validate: (request: ValidationRequest) => Promise<Validation>;
}

export const noCheckProvider = "None of your providers offers account checks";

/** The first of the tenant's providers that is not paused and offers account checks. */
export async function chooseCheckProvider(
  requester: CheckRequester,
  settings: Settings,
): Promise<CheckProvider | undefined> {
  const statuses = await providerStatuses();
  for (const id of providerIds) {
    if (!requester.allowedProviders.includes(id) || statuses[id].isPaused) continue;
    const adapter = adapterOf(id, settings[`${id}_provider`]);
    if (!adapter.validate || (await adapter.missingSettings("names")).length > 0) continue;
    return { adapter: adapter.name, validate: adapter.validate.bind(adapter) };
  }
  return undefined;
}
