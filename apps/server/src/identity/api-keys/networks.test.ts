import { describe, expect, test } from "vitest";
import { checkNetworks, isListed, shownAddress } from "./networks.ts";

describe("a list of addresses", () => {
  test.for([
    ["203.0.113.7", "203.0.113.7", true],
    ["203.0.113.7", "203.0.113.8", false],
    ["203.0.113.0/24", "203.0.113.255", true],
    ["203.0.113.0/24", "203.0.114.0", false],
    ["203.0.113.77/24", "203.0.113.1", true],
    ["203.0.113.0/24", "::ffff:203.0.113.9", true],
    ["2001:db8:12::/48", "2001:db8:12:ffff::1", true],
    ["2001:db8:12::/48", "2001:db8:13::1", false],
    ["2001:DB8::1", "2001:db8:0:0:0:0:0:1", true],
    ["203.0.113.0/24", "2001:db8::1", false],
    ["203.0.113.0/24", "no address", false],
  ] as const)("%s lists %s: %s", ([network, address, expected]) => {
    expect(isListed([network], address)).toBe(expected);
    expect(isListed(["198.51.100.1", network], address)).toBe(expected);
  });

  test("lists every address when it is empty", () => {
    expect(isListed([], "203.0.113.7")).toBe(true);
  });

  test.for([
    "203.0.113.256",
    "203.0.113",
    "203.0.113.0/33",
    "0.0.0.0/0",
    "10.0.0.0/7",
    "0.0.0.0",
    "::",
    "::/0",
    "2001:db8::/129",
    "::1/16",
    "::1/80",
    "::ffff:0:0/96",
    "::ffff:203.0.113.0/97",
    "::ffff:203.0.113.0/103",
    "2001:db8:::1",
    "203.0.113.7/",
    "203.0.113.7/x",
  ])("refuses %s", (network) => {
    expect(() => checkNetworks([network])).toThrow(network);
  });

  test("shows text that is no address as unreadable, and lists it nowhere", () => {
    for (const text of ["x".repeat(5_000), "", "203.0.113.7, 198.51.100.1"]) {
      expect(shownAddress(text)).toBe("an unreadable address");
      expect(isListed(["203.0.113.0/24"], text)).toBe(false);
    }
    expect(shownAddress(`fe80::1%${"x".repeat(5_000)}`)).toBe("fe80::1");
  });

  test("takes IPv4 networks in IPv6 notation as wide as others", () => {
    expect(checkNetworks(["::ffff:10.0.0.0/104", "::ffff:203.0.113.7"])).toHaveLength(2);
    expect(isListed(["::ffff:10.0.0.0/104"], "10.9.8.7")).toBe(true);
    expect(isListed(["::ffff:10.0.0.0/104"], "11.9.8.7")).toBe(false);
  });

  test("keeps each once", () => {
    expect(checkNetworks(["10.1.2.3", "10.1.2.3", "10.0.0.0/8"])).toEqual([
      "10.1.2.3",
      "10.0.0.0/8",
    ]);
  });
});
