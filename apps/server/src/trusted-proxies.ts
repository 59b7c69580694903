import { BlockList, isIP } from "node:net";
import { z } from "zod";

/** Whether the one at this address, so many steps before us, is a proxy whose word on the next counts. */
export type TrustProxy = (address: string, step: number) => boolean;

const proxiesMax = 9;
const nobody: TrustProxy = () => false;

/**
 * How many proxies stand before us, or their addresses and networks: `0`, `1`, `10.0.0.5,fd00::/8`.
 * What a client writes into X-Forwarded-For itself stands before what our own proxies append, and
 * is never read.
 */
export const trustedProxies = z.string().transform((text, context): TrustProxy => {
  const word = text.trim().toLowerCase();
  if (["", "0", "false", "no"].includes(word)) return nobody;
  if (["true", "yes"].includes(word)) return firstSteps(1);
  if (/^\d+$/.test(word) && Number(word) <= proxiesMax) return firstSteps(Number(word));
  const known = inNetworks(word.split(","));
  if (known) return known;
  const message = "Must be how many proxies stand before Rokad, or their addresses with commas";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

function firstSteps(count: number): TrustProxy {
  return (_address, step) => step < count;
}

function inNetworks(texts: readonly string[]): TrustProxy | undefined {
  const networks = new BlockList();
  for (const text of texts) {
    const [address = "", bits, ...more] = text.trim().split("/");
    const version = isIP(address);
    const most = version === 4 ? 32 : 128;
    const prefix = Number(bits ?? most);
    if (version === 0 || more.length > 0 || !/^\d{1,3}$/.test(bits ?? "0") || prefix > most)
      return undefined;
    networks.addSubnet(address, prefix, version === 4 ? "ipv4" : "ipv6");
  }
  // An IPv4 address that comes over an IPv6 socket (::ffff:10.0.0.5) is known as what it is.
  return (address) => {
    const version = isIP(address);
    return version !== 0 && networks.check(address, version === 4 ? "ipv4" : "ipv6");
  };
}
