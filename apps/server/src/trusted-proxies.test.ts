// The guarantee: nobody outside chooses the address under which they are counted and logged.
import Fastify from "fastify";
import { expect, test } from "vitest";
import { trustedProxies } from "./trusted-proxies.ts";

async function addressSeen(setting: string, from: string, forwarded?: string): Promise<string> {
  const app = Fastify({ trustProxy: trustedProxies.parse(setting) });
  app.get("/", (request) => request.ip);
  const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  const { body } = await app.inject({ url: "/", remoteAddress: from, headers });
  return body;
}

const client = "198.51.100.9";
const forged = "203.0.113.7";

test.each([
  ["0", client, forged, client],
  ["1", "10.0.0.5", client, client],
  ["1", "10.0.0.5", `${forged}, ${client}`, client],
  ["yes", "10.0.0.5", `${forged},${client}`, client],
  ["2", "10.0.0.5", `${forged}, ${client}, 10.0.0.6`, client],
  ["10.0.0.5, 10.1.0.0/16", "10.0.0.5", `${forged}, ${client}, 10.1.2.3`, client],
  ["10.0.0.5", "::ffff:10.0.0.5", `${forged}, ${client}`, client],
  ["fd00::/8", "fd00::5", `${forged}, ${client}`, client],
  // Whoever comes past the proxies is believed nothing.
  ["10.0.0.5", client, forged, client],
  ["1", "10.0.0.5", undefined, "10.0.0.5"],
])("TRUST_PROXY=%s: from %s, which says %s, is %s", async (setting, from, said, is) => {
  expect(await addressSeen(setting, from, said)).toBe(is);
});

test.each([
  "maybe",
  "10",
  "-1",
  "1.5",
  "10.0.0.0/33",
  "10.0.0.5/",
  "10.0.0.5,,",
  "fd00::/129",
  "proxy.example",
])("TRUST_PROXY=%s is refused", (setting) => {
  expect(trustedProxies.safeParse(setting).success).toBe(false);
});
