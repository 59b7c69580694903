// The attacks of findings L1, L2, L5 and M7: another spelling of an address lost `no-store`; metrics and
// API documents were public; a second Host header passed; and nothing kept a browser on HTTPS.
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../src/app.ts";
import { readConfig } from "../../src/kernel/config.ts";
import { openWorld, type World } from "../world.ts";

const apps: FastifyInstance[] = [];
let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()));
  await world.close();
});

async function appWith(settings: Readonly<Record<string, string>>): Promise<FastifyInstance> {
  const app = await createApp(readConfig({ NODE_ENV: "test", LOG_LEVEL: "silent", ...settings }));
  apps.push(app);
  return app;
}
const production = { NODE_ENV: "production", ALLOW_SANDBOX: "1" };

describe("no-store", () => {
  const spellings = [
    "/api/v1/auth/me",
    "/%61pi/v1/auth/me",
    "/api/%76%31/auth/me",
    "/api/v1/auth/me?x=/assets/",
    "/api/v1/none",
    "/%61pi/v1/none",
    "/api/none",
    "/healthz",
    "/readyz",
    "/metrics",
  ];

  test.for(spellings)("%s is stored nowhere and runs nothing", async (url) => {
    const { headers } = await world.app.inject({ url });
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-resource-policy": "same-origin",
    });
  });
});

describe("Strict-Transport-Security", () => {
  const twoYears = "max-age=63072000; includeSubDomains";
  const cases = [
    [{}, undefined],
    [{ PUBLIC_URL: "https://pay.example.in" }, twoYears],
    [{ PUBLIC_URL: "http://localhost:3000" }, undefined],
    [production, twoYears],
    [{ ...production, PUBLIC_URL: "http://localhost:3000" }, undefined],
  ] as const;

  test.for(cases)("with %j it is %s on every kind of response", async ([settings, expected]) => {
    const app = await appWith(settings);
    for (const url of ["/api/v1/auth/me", "/", "/healthz", "/api/none", "/%", "/none.js"]) {
      const { headers } = await app.inject({ url });
      expect([url, headers["strict-transport-security"]]).toEqual([url, expected]);
    }
  });
});

describe("a request, byte for byte,", () => {
  /** The status line of a request with these headers, sent as bytes. */
  async function send(lines: readonly string[]): Promise<string> {
    const address = world.app.server.address() ?? (await listen());
    const port = typeof address === "object" ? address.port : 0;
    const socket = connect(port, "127.0.0.1");
    socket.write(`${lines.join("\r\n")}\r\nConnection: close\r\n\r\n`);
    return text(socket);
  }
  async function listen() {
    await world.app.listen({ port: 0, host: "127.0.0.1" });
    return world.app.server.address() as { port: number };
  }

  test("is rejected with two Host headers, whatever their case", async () => {
    for (const path of ["/healthz", "/", "/api/v1/auth/me"]) {
      const answer = await send([`GET ${path} HTTP/1.1`, "Host: a.example", "hOST: b.example"]);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain("Send exactly one Host header");
    }
  });

  test("is not echoed to TRACE", async () => {
    const answer = await send(["TRACE / HTTP/1.1", "Host: a.example", "X-Secret: echoed"]);
    expect(answer).not.toMatch(/^HTTP\/1\.1 [23]/);
    expect(answer).not.toContain("echoed");
  });

  test("is accepted with one", async () => {
    expect(await send(["GET /healthz HTTP/1.1", "Host: a.example"])).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe("/metrics", () => {
  const token = "metrics-metrics-metrics-metrics-metrics";

  test("does not exist without METRICS_TOKEN", async () => {
    const answer = await world.app.inject({ url: "/metrics" });
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toContain("rokad_http_request_seconds");
  });

  test("answers only the bearer of METRICS_TOKEN", async () => {
    const app = await appWith({ METRICS_TOKEN: token });
    for (const authorization of [undefined, "Bearer", `Bearer ${token}x`, `Basic ${token}`]) {
      const answer = await app.inject({
        url: "/metrics",
        headers: authorization === undefined ? {} : { authorization },
      });
      expect(answer.statusCode).toBe(401);
      expect(answer.headers["www-authenticate"]).toBe("Bearer");
    }
    const headers = { authorization: `Bearer ${token}` };
    const answer = await app.inject({ url: "/metrics", headers });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain("rokad_http_request_seconds");
  });
});

describe("the API's documents", () => {
  const addresses = ["/api/docs", "/api/docs/json", "/api/v1/openapi.json"];
  const statuses = async (settings: Readonly<Record<string, string>>) => {
    const app = await appWith(settings);
    const answers = await Promise.all(addresses.map((url) => app.inject({ url })));
    return answers.map(({ statusCode }) => statusCode);
  };

  test("are open in development", async () => {
    expect(await statuses({ NODE_ENV: "development" })).toEqual([200, 200, 200]);
  });

  test("are closed in production unless API_DOCS is on", async () => {
    expect(await statuses(production)).toEqual([404, 404, 404]);
    expect(await statuses({ ...production, API_DOCS: "1" })).toEqual([200, 200, 200]);
  });
});
