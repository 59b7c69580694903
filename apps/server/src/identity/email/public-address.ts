import { lookup } from "node:dns/promises";
import { BlockList, isIPv6 } from "node:net";

/** Networks that are not the internet: RFC 6890, and the addresses of cloud metadata among them. */
const internal = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const) {
  internal.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of [
  ["::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const) {
  internal.addSubnet(network, prefix, "ipv6");
}

/** The host's name does not lead to the internet. */
export class InternalHostError extends Error {
  override name = "InternalHostError";
}

/**
 * The address of a host that a super admin entered. The connection uses exactly this address, so a
 * name that resolves differently a moment later does not lead into our network.
 * @throws {InternalHostError} if any of its addresses is not a public one.
 */
export async function publicAddressOf(host: string): Promise<string> {
  const addresses = await lookup(host, { all: true });
  const [first] = addresses;
  if (!first || addresses.some(({ address }) => isInternal(address))) {
    throw new InternalHostError(
      "The mail server's name leads into a private network. Set it in the environment",
    );
  }
  return first.address;
}

export function isInternal(address: string): boolean {
  return internal.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}
