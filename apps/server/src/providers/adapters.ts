import { ConfigError, type Config } from "../config.ts";
import { cashfreeProvider } from "./cashfree/cashfree.ts";
import type { Provider, ProviderId } from "./provider.ts";
import { razorpayxProvider } from "./razorpayx/razorpayx.ts";
import { sandboxProvider } from "./sandbox/sandbox.ts";

type Name = Config["providers"][ProviderId];

/** How each adapter is made. Making one asks nobody anything; what it lacks, it tells when asked. */
const makers: Readonly<Partial<Record<Name, (config: Config) => Provider>>> = {
  sandbox: ({ sandboxSettleMs }) => sandboxProvider({ settleMs: sandboxSettleMs }),
  razorpayx: ({ baseUrls, providerTimeoutMs }) =>
    razorpayxProvider({ baseUrl: baseUrls.razorpayx, timeoutMs: providerTimeoutMs }),
  cashfree: ({ baseUrls, providerTimeoutMs }) =>
    cashfreeProvider({ baseUrl: baseUrls.cashfree, timeoutMs: providerTimeoutMs }),
};

/**
 * The adapters of this installation: those behind its two rails, and the others that a super
 * admin may choose in System Settings. Play money is among them only where it is allowed.
 * @throws {ConfigError} for a rail whose provider this version can't speak to.
 */
export function makeAdapters(config: Config) {
  const made = new Map<Name, Provider>();
  for (const [name, make] of Object.entries(makers) as [Name, (config: Config) => Provider][]) {
    if (name !== "sandbox" || config.sandboxAllowed) made.set(name, make(config));
  }
  const of = (id: ProviderId, variable: string) => {
    const adapter = made.get(config.providers[id]);
    if (adapter) return adapter;
    throw new ConfigError(`${variable}: this version has no adapter for ${config.providers[id]}`);
  };
  return {
    chosen: {
      primary: of("primary", "PRIMARY_PROVIDER"),
      alternative: of("alternative", "ALTERNATIVE_PROVIDER"),
    },
    all: [...made.values()],
  };
}
