import dns, { type LookupAddress } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { networkInterfaces } from "node:os";

/** The address behind a webhook endpoint is not one that webhooks may reach. */
export class AddressRefusedError extends Error {
  override name = "AddressRefusedError";
}

let isAllowed: (address: string) => boolean = () => false;

/** Sets the networks of `WEBHOOK_ALLOWED_NETWORKS`, which may be reached although they are not public. */
export function useWebhookNetworks(allowed: ((address: string) => boolean) | undefined): void {
  isAllowed = allowed ?? (() => false);
}

/** Everything that is not the public internet: RFC 6890, RFC 6598, and what leads back to IPv4. */
const notPublic = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // Link-local, with the metadata service of every cloud.
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  notPublic.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of [
  // Teredo and other protocols, documentation, and 6to4, which holds an IPv4 address.
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  notPublic.addSubnet(network, prefix, "ipv6");
/** The only IPv6 addresses of the public internet; mapped and translated IPv4 are none. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");

/**
 * Whether webhooks may connect to an address: a public one that is not this machine's own, or one of
 * the networks that the installation allows.
 */
export function isReachable(address: string): boolean {
  const [plain = ""] = address.split("%");
  if (isAllowed(plain)) return true;
  const version = isIP(plain);
  if (version === 0 || isOwn(plain)) return false;
  if (version === 4) return !notPublic.check(plain, "ipv4");
  return globalUnicast.check(plain, "ipv6") && !notPublic.check(plain, "ipv6");
}

/** Whether plain HTTP is enough: only within networks that the installation allows. */
export function mayBePlain(address: string): boolean {
  return isAllowed(address.split("%")[0] ?? "");
}

function isOwn(address: string): boolean {
  return Object.values(networkInterfaces()).some((list) =>
    list?.some((one) => one.address === address),
  );
}

/** @throws {AddressRefusedError} that names the address and the setting. */
export function assertReachable(address: string, protocol: string): void {
  if (!isReachable(address))
    throw new AddressRefusedError(
      `${address} is not a public address. WEBHOOK_ALLOWED_NETWORKS on the server can allow it.`,
    );
  if (protocol === "http:" && !mayBePlain(address))
    throw new AddressRefusedError(`${address} is only reached over https.`);
}

/** The host of an address as an IP address, if it is one: the URL has already read every spelling. */
export function literalAddress({ hostname }: URL): string | undefined {
  const plain = hostname.replace(/^\[|\]$/g, "");
  return isIP(plain) === 0 ? undefined : plain;
}

/**
 * Resolves a name for the socket that connects. The addresses that it returns are the ones that are
 * connected to, so a name that changes between a check and the connection changes nothing.
 */
export function lookupReachable(protocol: string): LookupFunction {
  return (hostname, options, callback) => {
    dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      try {
        for (const { address } of addresses) assertReachable(address, protocol);
      } catch (refused) {
        return callback(refused as NodeJS.ErrnoException, []);
      }
      return options.all ? callback(null, addresses) : answerOne(callback, addresses);
    });
  };
}

function answerOne(callback: Parameters<LookupFunction>[2], [first]: LookupAddress[]): void {
  callback(null, first?.address ?? "", first?.family ?? 4);
}
