import { measureCalls } from "./measure-calls.ts";
import type { Provider, ProviderId } from "./provider.ts";

/** What a payout needs of the adapter behind its rail. */
export type Rail = Pick<Provider, "amountPaiseMax" | "send" | "look">;

let standard: Readonly<Record<ProviderId, Provider>> | undefined;
let configured: readonly Provider[] = [];

/**
 * Tells which adapters this installation has.
 * @param chosen those behind the two rails until System Settings say otherwise
 * @param others more that a super admin may choose there
 */
export function useProviders(
  chosen: Readonly<Record<ProviderId, Provider>>,
  others: readonly Provider[] = [],
): void {
  standard = chosen;
  configured = [...new Set([...Object.values(chosen), ...others])];
}

/** The names that System Settings offer for a rail. */
export function adapterNames(): string[] {
  return [...new Set(configured.map(({ name }) => name))];
}

/**
 * The names behind the rails until System Settings say otherwise; no names in a process that has
 * been told of none, because it sends nothing.
 */
export function standardAdapters(): Record<ProviderId, string> {
  return { primary: standard?.primary.name ?? "", alternative: standard?.alternative.name ?? "" };
}

/**
 * The rail for a payout; each call on it is measured.
 * @param adapter the name that System Settings have for the rail, or the one that sent the payout
 */
export function railOf(id: ProviderId, adapter?: string): Rail {
  return measureCalls(id, adapterOf(id, adapter));
}

/** What was sent by an adapter that is configured no more can't be asked about. */
export class NotConfiguredError extends Error {
  override name = "NotConfiguredError";
}

/**
 * The adapter behind a rail, for questions about the provider itself.
 * @throws {NotConfiguredError} for an adapter that this installation does not have.
 */
export function adapterOf(id: ProviderId, adapter?: string): Provider {
  if (!standard) throw notYet();
  const own = standard[id];
  if (adapter === undefined || own.name === adapter) return own;
  const other = configured.find(({ name }) => name === adapter);
  if (!other) throw new NotConfiguredError(`${adapter} is not configured on this installation`);
  return other;
}

/** Each adapter once, even where both rails use the same one. */
export function everyProvider(): readonly Provider[] {
  if (!standard) throw notYet();
  return configured;
}

const notYet = () => new Error("useProviders() comes before the first payout");
