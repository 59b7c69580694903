// The guarantee: each call is open to the roles of its line only, and says which ones to everyone else.
import { calls } from "@rokad/contract/calls";
import { installationRoles, tenantRoles } from "@rokad/contract/roles";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callPermissions } from "./call-permissions.ts";
import { expectedErrorOf, rolesOf } from "./expected-errors.ts";
import { guardErrors, sendCall } from "./send-call.ts";
import { openWorld, type World } from "./world.ts";

const named = calls.map((call) => [call.name, call] as const);

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 60_000);
afterAll(() => world.close());

describe("each call with each role", () => {
  /** The access token of a person with only this role. */
  const tokens: { kind: "tenant" | "superadmin"; role: string; token: string }[] = [];

  beforeAll(async () => {
    const shop = await world.operator({ wallet: "₹10,000" });
    for (const role of tenantRoles)
      tokens.push({ kind: "tenant", role, token: (await world.member(shop, [role])).token });
    for (const role of installationRoles) {
      const { token } = await world.newSuperAdmin(`Only ${role}`, [role]);
      tokens.push({ kind: "superadmin", role, token });
    }
  }, 60_000);

  test("names only roles that exist, and every role somewhere", () => {
    const known: readonly string[] = [...tenantRoles, ...installationRoles];
    const roles = new Set(Object.values(callPermissions).flatMap((line) => rolesOf(line) ?? []));
    expect([...roles].filter((role) => !known.includes(role))).toEqual([]);
    expect(known.filter((role) => !roles.has(role))).toEqual([]);
    const withoutRoles = named.filter(
      ([name, { who }]) =>
        (who === "tenant" || who === "superadmin") && !rolesOf(callPermissions[name] ?? "anyone"),
    );
    expect(withoutRoles.map(([name]) => name)).toEqual([]);
  });

  test.for(named)("%s is open to the roles of its line only", async ([name, call]) => {
    const permission = callPermissions[name];
    if (!permission) throw new Error(`${name} has no line in apps/server/test/call-permissions.ts`);
    // A sign-out would end the session that the other calls need.
    if (name === "logout") return;
    const wrong: string[] = [];
    for (const { kind, role, token } of tokens) {
      const expected = expectedErrorOf(permission, kind, role);
      const { status, code, text } = await sendCall(world.app, token, call);
      const isRefused = status === 403 && code === "FORBIDDEN";
      const isRight = expected ? isRefused : status < 500 && !guardErrors.has(code ?? "");
      if (!isRight) wrong.push(`${kind} ${role} got ${status} ${code}`);
      const roles = rolesOf(permission)?.filter((one) => namesOf(kind).includes(one));
      const ofOwnKind = expected && !text.includes("You don't have permission");
      if (ofOwnKind && roles && !text.includes(`This needs the role ${roles[0] ?? ""}`))
        wrong.push(`${kind} ${role} gets an error without the role: ${text}`);
    }
    expect(wrong).toEqual([]);
  });

  const namesOf = (kind: "tenant" | "superadmin"): readonly string[] =>
    kind === "tenant" ? tenantRoles : installationRoles;
});
