// The guarantee: an API key reaches the calls of its scopes and no other call; a new call or scope
// without a line fails.
import type { Call } from "@rokad/contract/call";
import { calls } from "@rokad/contract/calls";
import { scopes, type Scope } from "@rokad/contract/scopes";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { database } from "../src/database/db.ts";
import { keyForm, newKey, ownAddress } from "./key-world.ts";
import { openToEveryKey, scopePermissions } from "./scope-permissions.ts";
import { guardErrors, sendCall } from "./send-call.ts";
import { openWorld, type World } from "./world.ts";

const named = calls.map((call) => [call.name, call] as const);
const keyErrors = new Set([...guardErrors, "SCOPE_MISSING", "ADDRESS_NOT_ALLOWED"]);

let world: World;
let secrets: Readonly<Record<string, string>>;
/** The key of a business that may no longer use keys. */
let withoutFeature: string;

beforeAll(async () => {
  world = await openWorld();
  const owner = await world.operator({ wallet: "₹10,000" });
  const created: Record<string, string> = {};
  for (const scope of scopes) {
    const isSending = scope === "payouts:send";
    const form = keyForm({
      scopes: [scope],
      networks: isSending ? [ownAddress] : [],
      limits: isSending ? { per_payout: 1_000, per_day: 1_000 } : null,
    });
    created[scope] = (await newKey(world, owner, form)).secret;
  }
  secrets = created;
  const other = await world.operator();
  withoutFeature = (await newKey(world, other, keyForm({ scopes: [...scopes] }))).secret;
  await sql`update tenants set features = array_remove(features, 'api_access') where id = ${other.id}`.execute(
    database(),
  );
}, 60_000);
afterAll(() => world.close());

const isOpenTo = (scope: string, { name }: Call) =>
  openToEveryKey.includes(name) || (scopePermissions[scope]?.includes(name) ?? false);

test("every scope has a line, and every line scopes and calls that exist", () => {
  expect(Object.keys(scopePermissions).toSorted()).toEqual([...scopes].toSorted());
  const names = new Set(calls.map(({ name }) => name));
  const unknown = Object.values(scopePermissions).flatMap((line) =>
    line.filter((name) => !names.has(name)),
  );
  expect(unknown).toEqual([]);
});

test("every call that a key can make is in a line, and takes no signature or code", () => {
  const open = calls.filter((call) => call.scopes);
  const lines = new Set([...Object.values(scopePermissions).flat(), ...openToEveryKey]);
  expect(open.map(({ name }) => name).toSorted()).toEqual([...lines].toSorted());
  expect(open.filter(({ stepUp }) => stepUp).map(({ name }) => name)).toEqual([]);
  expect(open.filter(({ who }) => who !== "tenant" && who !== "key")).toEqual([]);
});

describe("each call with each scope", () => {
  test.for(named)("%s is open to the scopes of its lines only", async ([name, call]) => {
    const wrong: string[] = [];
    for (const scope of scopes as readonly Scope[]) {
      const { status, code, text } = await sendCall(world.app, secrets[scope], call);
      if (call.who === "anyone") continue;
      const expected = call.scopes ? "SCOPE_MISSING" : "NOT_SIGNED_IN";
      const isRight = isOpenTo(scope, call)
        ? status < 500 && status !== 401 && !keyErrors.has(code ?? "")
        : code === expected;
      if (!isRight) wrong.push(`${scope} got ${status} ${code}`);
      if (code === "SCOPE_MISSING" && call.scopes && !text.includes(call.scopes[0] ?? ""))
        wrong.push(`${scope} gets an error without the scope: ${text}`);
    }
    const other = await sendCall(world.app, withoutFeature, call);
    if (call.scopes && other.code !== "FEATURE_NOT_ENABLED")
      wrong.push(`without the feature got ${other.status} ${other.code}`);
    expect(`${name}: ${wrong.join(", ")}`).toBe(`${name}: `);
  });
});
