// The guarantee: a client cannot choose the address under which it is counted and logged.
import Fastify from "fastify";
import { expect, test } from "vitest";
import { trustedProxies } from "./trusted-proxies.ts";

async function clientAddress(setting: string, from: string, forwarded?: string): Promise<string> {
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
  // A client that bypasses the proxies is not trusted.
  ["10.0.0.5", client, forged, client],
  ["1", "10.0.0.5", undefined, "10.0.0.5"],
])(
  "TRUST_PROXY=%s: a request from %s with X-Forwarded-For %s has the address %s",
  async (setting, from, forwarded, address) => {
    expect(await clientAddress(setting, from, forwarded)).toBe(address);
  },
);

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
])("rejects TRUST_PROXY=%s", (setting) => {
  expect(trustedProxies.safeParse(setting).success).toBe(false);
});
