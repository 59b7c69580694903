import type { VirtualAccounts } from "../providers/virtual-accounts.ts";
import { everyProvider } from "../providers/rails.ts";

/** The names of the providers that are set up and have virtual accounts. */
export async function providersWithAccounts(): Promise<string[]> {
  const names = await Promise.all(
    everyProvider().map(async (provider) =>
      provider.virtualAccounts && (await provider.missingSettings("virtual accounts")).length === 0
        ? [provider.name]
        : [],
    ),
  );
  return names.flat();
}

/** @throws for an adapter that is configured no more, or has none. */
export function virtualAccountsOf(adapter: string): VirtualAccounts {
  const found = everyProvider().find(({ name }) => name === adapter)?.virtualAccounts;
  if (found) return found;
  throw new Error(`The provider ${adapter} has no virtual accounts on this installation`);
}
