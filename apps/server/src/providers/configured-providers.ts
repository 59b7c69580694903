import { measureCalls } from "./measure-calls.ts";
import type { Provider, ProviderId, PayoutProvider } from "./provider.ts";

let defaults: Readonly<Record<ProviderId, Provider>> | undefined;
let configured: readonly Provider[] = [];

/**
 * Sets the adapters of this installation.
 * @param chosen the default adapters of the two provider slots.
 * @param others more adapters that a super admin may choose in System Settings.
 */
export function useProviders(
  chosen: Readonly<Record<ProviderId, Provider>>,
  others: readonly Provider[] = [],
): void {
  defaults = chosen;
  configured = [...new Set([...Object.values(chosen), ...others])];
}

/** The adapters that System Settings offer, by name. */
export function adapterNames(): string[] {
  return [...new Set(configured.map(({ name }) => name))];
}

/**
 * The names of the default adapters, which System Settings may override; empty in a process without
 * adapters, which sends nothing.
 */
export function defaultAdapters(): Record<ProviderId, string> {
  return { primary: defaults?.primary.name ?? "", alternative: defaults?.alternative.name ?? "" };
}

/**
 * The adapter that sends a payout, with its calls measured.
 * @param adapter the adapter's name from System Settings or from the payout; the default without.
 * @param isCurrent false once another adapter has its slot, about which these calls say nothing.
 * @throws {NotConfiguredError} for an adapter that this installation does not have.
 */
export function payoutProviderOf(
  id: ProviderId,
  adapter?: string,
  isCurrent = true,
): PayoutProvider {
  return measureCalls(id, adapterOf(id, adapter), isCurrent);
}

/** A payout's adapter is no longer configured, so its status can't be checked. */
export class NotConfiguredError extends Error {
  override name = "NotConfiguredError";
}

/**
 * The adapter of a provider slot, for calls about the provider itself.
 * @throws {NotConfiguredError} for an adapter that this installation does not have.
 */
export function adapterOf(id: ProviderId, adapter?: string): Provider {
  if (!defaults) throw notReady();
  const own = defaults[id];
  if (adapter === undefined || own.name === adapter) return own;
  const other = configured.find(({ name }) => name === adapter);
  if (!other) throw new NotConfiguredError(`${adapter} is not configured on this installation`);
  return other;
}

/** Every adapter once, even if both slots use the same one. */
export function configuredProviders(): readonly Provider[] {
  if (!defaults) throw notReady();
  return configured;
}

const notReady = () => new Error("useProviders() has not been called");
