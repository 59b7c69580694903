import { BlockList, isIP } from "node:net";

/**
 * Addresses and networks, IPv4 or IPv6, such as `10.0.0.5` and `10.0.1.0/24`.
 * @returns whether an address is in one of them; undefined if one can't be read.
 */
export function inNetworks(texts: readonly string[]): ((address: string) => boolean) | undefined {
  const networks = new BlockList();
  for (const text of texts) {
    const [address = "", bits, ...more] = text.trim().split("/");
    const version = isIP(address);
    const bitsMax = version === 4 ? 32 : 128;
    const prefix = Number(bits ?? bitsMax);
    if (version === 0 || more.length > 0 || !/^\d{1,3}$/.test(bits ?? "0") || prefix > bitsMax)
      return undefined;
    networks.addSubnet(address, prefix, version === 4 ? "ipv4" : "ipv6");
  }
  // BlockList also matches an IPv4 address that comes over an IPv6 socket (::ffff:10.0.0.5).
  return (address) => {
    const version = isIP(address);
    return version !== 0 && networks.check(address, version === 4 ? "ipv4" : "ipv6");
  };
}
