// The guarantee: every call of the contract is served, and its answers match the contract.
import { dataAnswer, isFileCall, takesSignature, type Call, type Who } from "@rokad/contract/call";
import { calls } from "@rokad/contract/calls";
import { openApiDocument } from "@rokad/contract/openapi";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { scopes } from "@rokad/contract/scopes";
import { keyForm, newKey } from "./key-world.ts";
import { openWorld, type World } from "./world.ts";
import { validateResponses } from "../src/http/validate-responses.ts";
import { handleErrors } from "../src/http/error-responses.ts";
import { serve } from "../src/http/serve.ts";
import { requestGuard } from "../src/identity/request-guard.ts";

let world: World;
/** The access token of a caller whom each kind of call allows. */
let tokens: Record<Who, string | undefined>;
beforeAll(async () => {
  world = await openWorld();
  const owner = await world.operator({ wallet: "₹10,000" });
  const { token: tenant } = owner;
  const { secret: key } = await newKey(world, owner, keyForm({ scopes: [...scopes] }));
  const { token: superadmin } = await world.superAdmin();
  tokens = { anyone: undefined, person: tenant, tenant, superadmin, key };
});
afterAll(() => world.close());

const named = calls.map((call) => [call.name, call] as const);
const sampleParams: Record<string, string> = { code: "HDFC0000001", key: "fee_paise" };
const noId = "01900000-0000-7000-8000-000000000000";

/** Makes a call with no more than its path needs, as a caller whom it allows. */
async function sendBare(call: Call) {
  const token = tokens[call.who];
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => sampleParams[name] ?? noId);
  const answer = await world.app.inject({
    method: call.method,
    url: `/api/v1${path}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(call.method !== "GET" && { payload: {} }),
    ...(call.answer === "events" && { payloadAsStream: true }),
  });
  if (call.answer === "events") answer.stream().destroy();
  else if (answer.statusCode < 400 && !isFileCall(call))
    expect(answer.json()).toMatchObject({ success: true });
  // Throws if this or an earlier answer did not match the contract.
  await world.anyone.get("/platform/config");
  return answer.statusCode;
}

/** True for a call that reads something without any input. */
function readsAtOnce({ method, params, query }: Call): boolean {
  return method === "GET" && !params && (!query || query.safeParse({}).success);
}

describe("every call", () => {
  test.for(named)("%s is served [25.3]", async ([, call]) => {
    const url = `/api/v1${call.path.replaceAll(/\{(\w+)\}/g, ":$1")}`;
    expect(world.app.hasRoute({ method: call.method, url })).toBe(true);
    const status = await sendBare(call);
    if (readsAtOnce(call)) expect(status).toBe(200);
    // A call without input of its own asks for its signature at once.
    else if (status !== 403 || !takesSignature(call))
      expect(status).toSatisfy((it: number) => it < 500 && it !== 401 && it !== 403);
  });
});

test("a foreign or changed token is rejected", async () => {
  const { token } = await world.retailer();
  for (const wrong of [`${token}x`, "nonsense", ""]) {
    const { statusCode } = await world.app.inject({
      url: "/api/v1/auth/me",
      headers: { authorization: `Bearer ${wrong}` },
    });
    expect(statusCode).toBe(401);
  }
});

test("serves the contract's OpenAPI document under the strict security policy", async () => {
  const document = await world.app.inject({ url: "/api/v1/openapi.json" });
  expect(document.json()).toEqual(openApiDocument());
  const ofPage = await world.app.inject({ url: "/api/docs/json" });
  expect(ofPage.body).toBe(document.body);
  // Writing it as YAML would stop the server for half a second.
  expect((await world.app.inject({ url: "/api/docs/yaml" })).statusCode).toBe(404);
  const page = await world.app.inject({ url: "/api/docs" });
  expect(page.statusCode).toBe(200);
  expect(page.headers["content-security-policy"]).toContain("script-src 'self'; style-src 'self';");
  expect(page.body).not.toMatch(/<script>|<style|style="/);
});

describe("the check of answers", () => {
  const call = {
    name: "sample",
    summary: "",
    tag: "Platform",
    method: "GET",
    path: "/sample",
    who: "anyone",
    answer: dataAnswer(z.object({ count: z.int() })),
  } as const;

  async function complaintsAbout(answer: () => Promise<unknown>): Promise<string[]> {
    const complaints: string[] = [];
    const app = Fastify().decorate("guard", requestGuard);
    handleErrors(app);
    validateResponses(app, (what) => complaints.push(what));
    serve(app, call, answer as () => Promise<{ data: { count: number } }>);
    await app.inject({ url: "/api/v1/sample" });
    return complaints.filter((what) => !what.includes("is not in calls.ts"));
  }

  test("accepts an answer that matches", async () => {
    expect(await complaintsAbout(async () => ({ data: { count: 1 } }))).toEqual([]);
  });

  test.for([
    ["a wrong field", { data: { count: "1" } }],
    ["a missing field", { data: {} }],
    ["an extra field", { data: { count: 1, secret: 2 } }],
  ] as const)("finds %s", async ([, answer]) => {
    expect(await complaintsAbout(async () => answer)).toHaveLength(1);
  });

  test("finds an error that the call does not declare", async () => {
    const { insufficientBalance } = await import("../src/kernel/errors.ts");
    const complaints = await complaintsAbout(() => Promise.reject(insufficientBalance()));
    expect(complaints).toEqual([expect.stringContaining("not among the call's errors")]);
  });
});
