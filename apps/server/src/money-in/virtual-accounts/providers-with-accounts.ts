import type { VirtualAccounts } from "../../providers/virtual-accounts.ts";
import { configuredProviders } from "../../providers/configured-providers.ts";

/** The names of the configured providers that offer virtual accounts. */
export async function providersWithAccounts(): Promise<string[]> {
  const names = await Promise.all(
    configuredProviders().map(async (provider) =>
      provider.virtualAccounts && (await provider.missingSettings("virtual accounts")).length === 0
        ? [provider.name]
        : [],
    ),
  );
  return names.flat();
}

/** @throws for an adapter that is not configured or offers no virtual accounts. */
export function virtualAccountsOf(adapter: string): VirtualAccounts {
  const virtualAccounts = configuredProviders().find(
    ({ name }) => name === adapter,
  )?.virtualAccounts;
  if (virtualAccounts) return virtualAccounts;
  throw new Error(`The provider ${adapter} has no virtual accounts on this installation`);
}
