import { measureCalls } from "./measure-calls.ts";
import type { Provider, ProviderId } from "./provider.ts";

/** What a payout needs of the adapter behind its rail. */
export type Rail = Pick<Provider, "amountPaiseMax" | "send" | "look">;

let adapters: Readonly<Record<ProviderId, Provider>> | undefined;
let rails: Readonly<Record<ProviderId, Rail>> | undefined;

/** Maps the two rails that tenants may be allowed to the adapters behind them. */
export function useProviders(chosen: Readonly<Record<ProviderId, Provider>>): void {
  adapters = chosen;
  rails = {
    primary: measureCalls("primary", chosen.primary),
    alternative: measureCalls("alternative", chosen.alternative),
  };
}

/** The rail for a payout; each call on it is measured. */
export function railOf(id: ProviderId): Rail {
  if (!rails) throw notYet();
  return rails[id];
}

/** The adapter behind a rail, for questions about the provider itself. */
export function adapterOf(id: ProviderId): Provider {
  if (!adapters) throw notYet();
  return adapters[id];
}

/** Each adapter once, even where both rails use the same one. */
export function everyProvider(): Provider[] {
  if (!adapters) throw notYet();
  return [...new Set(Object.values(adapters))];
}

const notYet = () => new Error("useProviders() comes before the first payout");
