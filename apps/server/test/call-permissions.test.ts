// The guarantee: each call rejects everyone whom its line does not allow, and another tenant's row looks
// exactly like one that does not exist. A call without a line fails.
import type { Call } from "@rokad/contract/call";
import { calls } from "@rokad/contract/calls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adviceRows } from "./advice-rows.ts";
import { approvalRows } from "./approval-rows.ts";
import { batchRows } from "./batch-rows.ts";
import { scheduleRows } from "./schedule-rows.ts";
import { beneficiaryRows } from "./beneficiary-rows.ts";
import { impsOrder } from "./forms.ts";
import type { SignedIn } from "./signed-in.ts";
import { callPermissions } from "./call-permissions.ts";
import { expectedErrors } from "./expected-errors.ts";
import { guardErrors, sendCall, unknownId } from "./send-call.ts";
import { filesOf, passkeysOf, teamOf } from "./tenant-rows.ts";
import { keyRows } from "./key-rows.ts";
import { invitationRows } from "./invitation-rows.ts";
import { taxInvoiceRows } from "./tax-invoice-rows.ts";
import { viewRows } from "./view-rows.ts";
import { openWorld, type World } from "./world.ts";

const named = calls.map((call) => [call.name, call] as const);

let world: World;
/** The access token of each kind of caller. */
let callers: Record<keyof typeof expectedErrors, string | undefined>;
let otherTenant: SignedIn;
let ownTenant: SignedIn;
let viewer: string;
/** The ids of another tenant's rows. */
let rows: Awaited<ReturnType<typeof rowsOf>> & { readonly unsentPayout: string };

beforeAll(async () => {
  world = await openWorld();
  const admin = await world.superAdmin();
  otherTenant = await world.operator({ name: "Other Traders", wallet: "₹10,000" });
  ownTenant = await world.operator({ name: "My Traders", wallet: "₹10,000" });
  await otherTenant.pay(impsOrder());
  await world.work();
  const unsent = await otherTenant.pay(impsOrder());
  rows = { ...(await rowsOf(otherTenant)), unsentPayout: unsent.body.data.id };

  const deactivated = await world.retailer();
  await admin.patch(`/super-admin/tenants/${deactivated.id}/status`, { isActive: false });
  const signedOut = await world.operator();
  await signedOut.post("/auth/logout", { refresh_token: signedOut.refreshToken });
  const viewed = await admin.post(`/super-admin/tenants/${ownTenant.id}/view`, {
    reason: "Ticket 4711",
  });
  viewer = viewed.body.data.access_token;
  const early = await world.at("2026-01-01T00:00:00Z", () => world.operator());
  callers = {
    "no token": undefined,
    "a forged token": `${ownTenant.token.slice(0, -4)}AAAA`,
    "an expired token": early.token,
    "a deactivated tenant": deactivated.token,
    "an ended session": signedOut.token,
    "a retailer without features": (await world.retailer({ features: [] })).token,
    "an operator": ownTenant.token,
    "a super admin": admin.token,
    "a super admin who views a tenant": viewer,
  };
}, 60_000);
afterAll(() => world.close());

async function rowsOf(owner: SignedIn) {
  await world.signIn(owner.mobile);
  const [payouts, deposits, accounts, notifications, sessions] = [
    await owner.get("/payouts"),
    await owner.get("/wallet/deposit/history"),
    await owner.get("/wallet/bank-accounts"),
    await owner.get("/notifications"),
    await owner.get("/auth/sessions"),
  ];
  return {
    payout: payouts.body.data.at(-1)?.id ?? "",
    deposit: deposits.body.data[0]?._id ?? "",
    bankAccount: accounts.body.data[0]?._id ?? "",
    notification: notifications.body.data[0]?.id ?? "",
    // Another session than that of its token, because its owner ends it.
    session: sessions.body.data.at(-1)?.id ?? "",
    tenant: owner.id,
    ...(await teamOf(world, owner)),
    ...(await filesOf(owner)),
    ...(await passkeysOf(owner)),
  };
}

const sendAs = (
  token: string | undefined,
  call: Call,
  target?: Parameters<typeof sendCall>[3],
  body?: object,
) => sendCall(world.app, token, call, target, body);

test("every call has a line and every line a call [20.12, 35.16]", () => {
  const missing = calls
    .filter(({ name }) => !(name in callPermissions))
    .map(
      ({ name, method, path }) =>
        `${method} ${path} is new. Add a line to apps/server/test/call-permissions.ts, such as   ${name}: "superadmin",`,
    );
  const obsolete = Object.keys(callPermissions)
    .filter((name) => !calls.some((call) => call.name === name))
    .map((name) => `The call ${name} no longer exists. Remove its line from call-permissions.ts`);
  expect([...missing, ...obsolete]).toEqual([]);
});

test.for(named)(
  "%s is open to the callers of its line only [14.2, 20.12, 24.9, 24.16, 24.18–20, 24.22, 24.24]",
  async ([name, call]) => {
    const permission = callPermissions[name];
    if (!permission) throw new Error(`${name} has no line in apps/server/test/call-permissions.ts`);
    const wrong: string[] = [];
    for (const [who, token] of Object.entries(callers) as [keyof typeof expectedErrors, string][]) {
      // A sign-out would end the session that the other calls need.
      if (name === "logout" && token) continue;
      const { status, code } = await sendAs(token, call);
      const expected = expectedErrors[who](permission, call);
      const isRight = expected
        ? status === expected[0] && code === expected[1]
        : status < 500 && !guardErrors.has(code ?? "");
      if (!isRight)
        wrong.push(`${who} got ${status} ${code}, not ${expected?.join(" ") ?? "the handler"}`);
    }
    expect(wrong).toEqual([]);
  },
);

/** Another tenant's row for each tenant call that takes an id. */
const otherTenantRowOf: Readonly<Record<string, () => string>> = {
  getPayout: () => rows.payout,
  cancelPayout: () => rows.unsentPayout,
  chooseSandboxOutcome: () => rows.payout,
  printReceipt: () => rows.payout,
  readNotification: () => rows.notification,
  endOwnSession: () => rows.session,
  renamePasskey: () => rows.renamedPasskey,
  removePasskey: () => rows.removedPasskey,
  getExport: () => rows.readyExport,
  downloadExport: () => rows.readyExport,
  retryExport: () => rows.failedExport,
  deleteExport: () => rows.deletedExport,
  repeatInvitation: () => rows.invitation,
  cancelInvitation: () => rows.invitation,
  changeMemberRoles: () => rows.member,
  setMemberStatus: () => rows.member,
};

/** The body of a call that its owner could not make with an empty one. */
const bodies: Readonly<Record<string, object>> = {
  changeMemberRoles: { roles: ["viewer"] },
  setMemberStatus: { is_active: true },
  renamePasskey: { name: "Another name" },
  chooseSandboxOutcome: { status: "success" },
};

describe("another tenant's row", () => {
  const newRows: ReturnType<typeof approvalRows> = {
    ...approvalRows(
      () => world,
      () => otherTenant,
    ),
    ...batchRows(
      () => world,
      () => otherTenant,
    ),
    ...scheduleRows(
      () => world,
      () => otherTenant,
    ),
    ...adviceRows(
      () => world,
      () => otherTenant,
    ),
    ...beneficiaryRows(
      () => world,
      () => otherTenant,
    ),
    ...keyRows(() => otherTenant),
    ...viewRows(() => otherTenant),
    ...taxInvoiceRows(() => otherTenant),
    ...invitationRows(() => ({ world, invited: otherTenant })),
  };
  const byId = named.filter(([, call]) => call.path.includes("{id}"));
  const ofTenants = byId.filter(([, { who }]) => who !== "superadmin");

  test("is tested for every tenant call that takes an id", () => {
    expect(ofTenants.map(([name]) => name).toSorted()).toEqual(
      [...Object.keys(otherTenantRowOf), ...Object.keys(newRows)].toSorted(),
    );
  });

  test.for(ofTenants)(
    "%s: looks like an unknown id, byte for byte, to everyone but its owner [20.13]",
    async ([name, call]) => {
      const row = await newRows[name]?.();
      const target = row ? { id: row.id, ...row.params } : (otherTenantRowOf[name]?.() ?? "");
      const body = row?.body ?? bodies[name];
      const own = await sendAs(otherTenant.token, call, target, body);
      // What needs a signature is asked for one, which a row of someone else is not.
      if (call.stepUp) expect(own.code).toBe("STEP_UP_REQUIRED");
      else expect(own.status).toBeLessThan(300);
      for (const token of [ownTenant.token, viewer, callers["a super admin"], undefined]) {
        const noTarget = row ? { ...row.params, id: unknownId } : unknownId;
        const unknown = await sendAs(token, call, noTarget, body);
        expect(plain(await sendAs(token, call, target, body))).toEqual(plain(unknown));
      }
      expect((await sendAs(ownTenant.token, call, target, body)).status).toBe(404);
    },
  );

  test.for(byId.filter(([, { who }]) => who === "superadmin"))(
    "%s: reveals to no tenant whether the row exists",
    async ([, call]) => {
      for (const token of [ownTenant.token, viewer, undefined]) {
        const unknown = plain(await sendAs(token, call));
        for (const id of Object.values(rows))
          expect(plain(await sendAs(token, call, id))).toEqual(unknown);
      }
    },
  );

  test("in a deposit request gets the same answer as an unknown one [20.13]", async () => {
    const call = calls.find(({ name }) => name === "initiateDeposit") as Call;
    const form = { amount: 500, utr_reference: world.newUtr() };
    const request = (bank_account: string) =>
      sendAs(ownTenant.token, call, unknownId, { ...form, bank_account });
    const unknown = await request(unknownId);
    expect(unknown.status).toBeGreaterThanOrEqual(400);
    expect(plain(await request(rows.bankAccount))).toEqual(plain(unknown));
  });

  test("in a filter gets the same answer as an unknown one", async () => {
    const history = await otherTenant.get("/wallet/deposit/history");
    const utr = history.body.data[0]?.utr_reference ?? "";
    const request = async (owner: SignedIn, searched: string) =>
      (await owner.get("/wallet/deposit/history", { utr: searched })).text;
    expect(await request(otherTenant, utr)).toContain(utr);
    expect(await request(ownTenant, utr)).toBe(await request(ownTenant, "NOBODYHASTHIS1"));
  });

  test("is in no list or export of another tenant [20.13]", async () => {
    const secrets = [...Object.values(rows), "Other Traders", otherTenant.mobile];
    const lists = calls.filter(
      (call) =>
        call.method === "GET" &&
        !call.path.includes("{") &&
        call.answer !== "events" &&
        (callPermissions[call.name]?.startsWith("tenant") ||
          callPermissions[call.name]?.startsWith("person")),
    );
    expect(lists.length).toBeGreaterThan(10);
    const leaks: string[] = [];
    for (const call of lists) {
      const { text } = await sendAs(ownTenant.token, call);
      leaks.push(
        ...secrets
          .filter((secret) => text.includes(secret))
          .map((secret) => `${call.name}: ${secret}`),
      );
    }
    expect(leaks).toEqual([]);
  });

  test("is not reached with its owner's idempotency key or authorisation", async () => {
    const key = "the-same-key";
    const pay = (owner: SignedIn, token: string) =>
      owner.post("/payouts/initiate", { ...impsOrder(), authorization_token: token }, { key });
    await otherTenant.post("/payouts/otp/send", {
      mobile: otherTenant.mobile,
      payout: impsOrder(),
    });
    const { body } = await otherTenant.post("/payouts/otp/verify", {
      mobile: otherTenant.mobile,
      otp: await world.codeFor(otherTenant.mobile),
    });
    const stolen = body.data.authorization_token;
    expect((await pay(otherTenant, stolen)).status).toBe(201);
    const { status, body: answer } = await pay(ownTenant, stolen);
    expect([status, answer.error.code]).toEqual([403, "PAYOUT_NOT_AUTHORISED"]);
  });
});

/** An answer without the parts that differ in every answer. */
function plain({ status, text, headers }: { status: number; text: string; headers: object }) {
  const { date: _date, "x-request-id": _id, ...others } = headers as Record<string, unknown>;
  return { status, headers: others, text: text.replace(/"request_id":"[^"]*"/, "") };
}
