import { isIPv6, SocketAddress } from "node:net";

const groupsOfNetwork = 4;

/**
 * The network that an address counts as in limits: an IPv4 address itself, and the /64 of an IPv6
 * address, because one customer has at least that many addresses.
 * @returns `203.0.113.7`, `2001:db8:0:1::/64`, or the text itself when it is no address.
 */
export function networkOf(address: string): string {
  const [plain = address] = address.split("%");
  if (!isIPv6(plain)) return plain;
  // Node writes the shortest form: lower case, no leading zeros, IPv4 at the end if mapped.
  const canonical = new SocketAddress({ address: plain, family: "ipv6" }).address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(canonical)?.[1];
  if (mapped) return mapped;
  const [before = "", after = ""] = canonical.split("::");
  const head = before.split(":").filter(Boolean);
  const tail = after.split(":").filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => "0");
  return `${[...head, ...zeros, ...tail].slice(0, groupsOfNetwork).join(":")}::/64`;
}
