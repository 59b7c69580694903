import { BlockList, isIP } from "node:net";
import { invalidInput } from "../../kernel/errors.ts";

/** Wider networks would be most of the internet, and no list any more. */
const widest = { ipv4: 8, ipv6: 16 } as const;
const bits = { ipv4: 32, ipv6: 128 } as const;
/** IPv4 addresses in IPv6 notation, which match rules of both kinds: their own 32 bits come last. */
const mapped = "::ffff:0:0/96";
const widestMapped = 96 + widest.ipv4;

/**
 * Checks addresses and networks, IPv4 or IPv6.
 * @returns them trimmed, each once. @throws 400 that names the first wrong one.
 */
export function checkNetworks(networks: readonly string[]): string[] {
  for (const [at, network] of networks.entries()) {
    const why = whyWrong(network);
    if (why) throw invalidInput({ [`networks.${at}`]: why, networks: why });
  }
  return [...new Set(networks)];
}

function whyWrong(network: string): string | undefined {
  const { address, family, prefix } = parse(network);
  if (!family || prefix < 0 || prefix > bits[family])
    return `${network} is no IPv4 or IPv6 address or network`;
  const longest = hasMappedAddresses(network, address) ? widestMapped : widest[family];
  if (network.includes("/") && prefix < longest)
    return `${network} is too wide: use /${longest} or longer`;
  const isUnspecified = address === "0.0.0.0" || address === "::";
  return isUnspecified ? `${network} is no address of a machine` : undefined;
}

/** Whether an IPv6 network holds IPv4 addresses: `::1/16` would hold all of them. */
function hasMappedAddresses(network: string, address: string): boolean {
  if (isIP(address) !== 6) return false;
  return isListed([mapped], address) || isListed([network], "::ffff:0.0.0.0");
}

function parse(network: string) {
  const [address = "", length] = network.split("/");
  const version = isIP(address);
  const family = version === 4 ? ("ipv4" as const) : version === 6 ? ("ipv6" as const) : undefined;
  const prefix = length === undefined ? (family ? bits[family] : -1) : Number(length);
  return { address, family, prefix: Number.isInteger(prefix) ? prefix : -1 };
}

/** An address as it is stored and shown, without a zone: a header of a proxy can hold any text. */
export function shownAddress(address: string): string {
  const [plain = ""] = address.split("%");
  return isIP(plain) === 0 ? "an unreadable address" : plain;
}

const lists = new Map<string, BlockList>();
const listsMax = 1_000;

/** Whether an address is in one of these networks; any address is in an empty list. */
export function isListed(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true;
  // A link-local address has a zone.
  const [plain = ""] = address.split("%");
  const version = isIP(plain);
  if (version === 0) return false;
  // An IPv4 address in IPv6 notation matches IPv4 rules.
  return listOf(networks).check(plain, version === 4 ? "ipv4" : "ipv6");
}

function listOf(networks: readonly string[]): BlockList {
  const key = networks.join(" ");
  const known = lists.get(key);
  if (known) return known;
  const list = new BlockList();
  for (const network of networks) {
    const { address, family, prefix } = parse(network);
    if (family) list.addSubnet(address, prefix, family);
  }
  if (lists.size >= listsMax) lists.clear();
  lists.set(key, list);
  return list;
}
