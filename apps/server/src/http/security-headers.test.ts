// The guarantee: pages and answers say what a browser may do with them.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openWorld, type World } from "../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe("a page", () => {
  const policies = {
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
  };
  const headersOf = async (url: string) => (await world.app.inject({ url })).headers;

  test.for(["/", "/login", "/icon.svg", "/none.js"])("%s of the console is strict", async (url) => {
    const headers = await headersOf(url);
    expect(headers).toMatchObject(policies);
    const policy = String(headers["content-security-policy"]).split("; ");
    for (const directive of [
      "default-src 'none'",
      "script-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]) {
      expect(policy).toContain(directive);
    }
    expect(String(policy)).not.toMatch(/unsafe|\*|https?:/);
  });

  test("of the API's documents is strict, without Trusted Types", async () => {
    const headers = await headersOf("/api/docs/");
    expect(headers).toMatchObject(policies);
    expect(headers["content-security-policy"]).toContain("form-action 'self'");
  });

  test("may copy and use passkeys, and nothing else of the device", async () => {
    const features = String((await headersOf("/"))["permissions-policy"]).split(", ");
    const open = features.filter((feature) => !feature.endsWith("=()"));
    expect(open.toSorted()).toEqual([
      "clipboard-write=(self)",
      "publickey-credentials-create=(self)",
      "publickey-credentials-get=(self)",
    ]);
    for (const feature of ["camera", "microphone", "geolocation", "payment", "usb"])
      expect(features).toContain(`${feature}=()`);
  });
});

test.for(["/api/v1/auth/me", "/api/v1/platform/config", "/", "/icon.svg"])(
  "%s may be read by no other site",
  async (url) => {
    const origin = "https://elsewhere.example";
    const preflight = { origin, "access-control-request-method": "POST" };
    for (const [method, headers] of [
      ["GET", { origin }],
      ["OPTIONS", preflight],
    ] as const) {
      const answer = await world.app.inject({ method, url, headers });
      const names = Object.keys(answer.headers).filter((name) => name.startsWith("access-control"));
      expect(names).toEqual([]);
    }
  },
);
