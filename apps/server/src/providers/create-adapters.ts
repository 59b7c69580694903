import { ConfigError, type Config } from "../kernel/config.ts";
import { cashfreeProvider } from "./cashfree/cashfree.ts";
import type { Provider, ProviderId } from "./provider.ts";
import { razorpayxProvider } from "./razorpayx/razorpayx.ts";
import { sandboxProvider } from "./sandbox/sandbox.ts";

type Name = Config["providers"][ProviderId];

/** The factory of each adapter. Creating one calls nobody and needs no credentials. */
const factories: Readonly<Partial<Record<Name, (config: Config) => Provider>>> = {
  sandbox: ({ sandboxSettleMs }) => sandboxProvider({ settleMs: sandboxSettleMs }),
  razorpayx: ({ baseUrls, providerTimeoutMs }) =>
    // It names no number for its limiter; 5 to 10 a second are advised.
    razorpayxProvider({
      baseUrl: baseUrls.razorpayx,
      timeoutMs: providerTimeoutMs,
      callsPerSecond: 10,
    }),
  cashfree: ({ baseUrls, providerTimeoutMs }) =>
    // It takes 9,000 transfers and 7,800 status checks a minute.
    cashfreeProvider({
      baseUrl: baseUrls.cashfree,
      timeoutMs: providerTimeoutMs,
      callsPerSecond: 120,
    }),
};

/**
 * Creates the adapters of this installation: those of the two provider slots, and all that a super
 * admin may choose in System Settings. Those are either the sandbox or the real providers, so that no
 * setting can send play money to a real provider.
 * @throws {ConfigError} for a slot whose provider has no adapter in this version.
 */
export function createAdapters(config: Config) {
  const adapters = new Map<Name, Provider>();
  for (const [name, create] of Object.entries(factories) as [
    Name,
    (config: Config) => Provider,
  ][]) {
    if ((name === "sandbox") === (config.environment === "sandbox"))
      adapters.set(name, create(config));
  }
  const adapterFor = (id: ProviderId, variable: string) => {
    const adapter = adapters.get(config.providers[id]);
    if (adapter) return adapter;
    throw new ConfigError(`${variable}: this version has no adapter for ${config.providers[id]}`);
  };
  return {
    chosen: {
      primary: adapterFor("primary", "PRIMARY_PROVIDER"),
      alternative: adapterFor("alternative", "ALTERNATIVE_PROVIDER"),
    },
    all: [...adapters.values()],
  };
}
