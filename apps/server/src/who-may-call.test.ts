// The guarantee: nobody reaches a call that is not theirs, whoever they are, and nobody can tell
// another tenant's row from one that does not exist. A call without its line here fails.
import { isReading, type Call } from "@rokad/contract/call";
import { calls } from "@rokad/contract/calls";
import type { Feature } from "@rokad/contract/call";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { impsOrder } from "../test/forms.ts";
import type { SignedIn } from "../test/signed-in.ts";
import { whoMayCall, type MayCall } from "../test/who-may-call.ts";
import { openWorld, type World } from "../test/world.ts";
import { database } from "./db.ts";
import { newId } from "./ids.ts";

const none = "01900000-0000-7000-8000-000000000000";
const named = calls.map((call) => [call.name, call] as const);

let world: World;
/** Everyone who may turn up, by what they bring as a token. */
let callers: Record<keyof typeof answerTo, string | undefined>;
let theirs: SignedIn;
let mine: SignedIn;
let viewer: string;
/** What belongs to another tenant. */
let rows: Awaited<ReturnType<typeof rowsOf>>;

beforeAll(async () => {
  world = await openWorld();
  const boss = await world.superAdmin();
  theirs = await world.operator({ name: "Other Traders", wallet: "₹10,000" });
  mine = await world.operator({ name: "My Traders", wallet: "₹10,000" });
  await theirs.pay(impsOrder());
  await world.work();
  rows = await rowsOf(theirs);

  const shut = await world.retailer();
  await boss.patch(`/super-admin/tenants/${shut.id}/status`, { isActive: false });
  const left = await world.operator();
  await left.post("/auth/logout", { refresh_token: left.refreshToken });
  const viewed = await boss.post(`/super-admin/tenants/${mine.id}/view`, { reason: "Ticket 4711" });
  viewer = viewed.body.data.access_token;
  const early = await world.at("2026-01-01T00:00:00Z", () => world.operator());
  callers = {
    nobody: undefined,
    "a forged token": `${mine.token.slice(0, -4)}AAAA`,
    "an expired token": early.token,
    "a deactivated tenant": shut.token,
    "an ended session": left.token,
    "a retailer without features": (await world.retailer({ features: [] })).token,
    "an operator": mine.token,
    "a super admin": boss.token,
    "a super admin who views a tenant": viewer,
  };
}, 60_000);
afterAll(() => world.close());

async function rowsOf(owner: SignedIn) {
  const [payouts, deposits, accounts, news] = [
    await owner.get("/payouts"),
    await owner.get("/wallet/deposit/history"),
    await owner.get("/wallet/bank-accounts"),
    await owner.get("/notifications"),
  ];
  return {
    payout: payouts.body.data[0]?.id ?? "",
    deposit: deposits.body.data[0]?._id ?? "",
    bankAccount: accounts.body.data[0]?._id ?? "",
    notification: news.body.data[0]?.id ?? "",
    tenant: owner.id,
    ...(await filesOf(owner)),
  };
}

/** Exports: one that is ready, one that failed, and one to delete. */
async function filesOf(owner: SignedIn) {
  const [readyExport, failedExport, deletedExport] = [newId(), newId(), newId()];
  for (const id of [readyExport, failedExport, deletedExport]) {
    await sql`
      insert into kept_files (id, asked_by, kind, format, filter, created_at)
      values (${id}, ${owner.id}, 'wallet_history', 'csv', '{}', now())
    `.execute(database());
  }
  await sql`
    update kept_files set ready_at = now(), made_by_try = 1, byte_count = 0, row_count = 0,
      expires_at = now() + interval '1 day'
    where id = ${readyExport}
  `.execute(database());
  return { readyExport, failedExport, deletedExport };
}

/** What somebody hears who is not let in; null for whoever comes to the handler. */
type Refused = [status: number, code: string] | null;

const notSignedIn: Refused = [401, "NOT_SIGNED_IN"];
const forbidden: Refused = [403, "FORBIDDEN"];
const stranger = (may: MayCall): Refused => (may === "anyone" ? null : notSignedIn);

/** What each caller hears from a call, by its line. */
const answerTo = {
  nobody: stranger,
  "a forged token": stranger,
  "an expired token": stranger,
  "a deactivated tenant": stranger,
  "an ended session": stranger,
  "a retailer without features": (may: MayCall): Refused => {
    if (may === "superadmin") return forbidden;
    return featureOf(may) ? [403, "FEATURE_NOT_ENABLED"] : null;
  },
  "an operator": (may: MayCall): Refused => (may === "superadmin" ? forbidden : null),
  "a super admin": (may: MayCall): Refused => (may.startsWith("tenant") ? forbidden : null),
  "a super admin who views a tenant": (may: MayCall, call: Call): Refused => {
    if (may === "anyone") return null;
    if (may === "superadmin") return forbidden;
    return isReading(call) ? null : [403, "READ_ONLY_VIEW"];
  },
} as const;

function featureOf(may: MayCall): Feature | undefined {
  const [, feature] = may.split("tenant with ");
  return feature as Feature | undefined;
}

/** Words of a refusal at the door. Behind it, an empty form is refused in others. */
const atTheDoor = new Set(["NOT_SIGNED_IN", "FORBIDDEN", "FEATURE_NOT_ENABLED", "READ_ONLY_VIEW"]);

/** Makes a call as it is, with nothing in it; a stream of events is left as soon as it answers. */
async function heardBy(token: string | undefined, call: Call, id = none, body: object = {}) {
  const params = { id, code: "HDFC0000001", key: "fee_paise" } as Record<string, string>;
  const response = await world.app.inject({
    method: call.method,
    url: `/api/v1${call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? none)}`,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(call.method !== "GET" && { "content-type": "application/json" }),
    },
    ...(call.method !== "GET" && { payload: JSON.stringify(body) }),
    ...(call.answer === "events" && { payloadAsStream: true }),
  });
  const isStream = call.answer === "events" && response.statusCode === 200;
  if (isStream) response.stream().destroy();
  const isJson = String(response.headers["content-type"]).startsWith("application/json");
  const text = isStream ? "" : await textOf(response, call);
  const error = isJson ? (JSON.parse(text) as { error?: { code: string } }).error : undefined;
  return { status: response.statusCode, code: error?.code, text, headers: response.headers };
}

async function textOf(response: Awaited<ReturnType<World["app"]["inject"]>>, call: Call) {
  if (call.answer !== "events") return response.body;
  const chunks: Buffer[] = [];
  for await (const chunk of response.stream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

test("every call has its line, and every line its call", () => {
  const missing = calls
    .filter(({ name }) => !(name in whoMayCall))
    .map(
      ({ name, method, path }) =>
        `${method} ${path} is new: say who may make it by a line in apps/server/test/who-may-call.ts, such as   ${name}: "superadmin",`,
    );
  const gone = Object.keys(whoMayCall)
    .filter((name) => !calls.some((call) => call.name === name))
    .map((name) => `There is no call ${name} any more: take its line out of who-may-call.ts`);
  expect([...missing, ...gone]).toEqual([]);
});

test.for(named)(
  "%s is for those whom its line names, and for nobody else",
  async ([name, call]) => {
    const may = whoMayCall[name];
    if (!may) throw new Error(`${name} has no line in apps/server/test/who-may-call.ts`);
    const wrong: string[] = [];
    for (const [who, token] of Object.entries(callers) as [keyof typeof answerTo, string][]) {
      // Who signs out is signed out, and has other calls to make.
      if (name === "logout" && token) continue;
      const { status, code } = await heardBy(token, call);
      const wanted = answerTo[who](may, call);
      const isRight = wanted
        ? status === wanted[0] && code === wanted[1]
        : status < 500 && !atTheDoor.has(code ?? "");
      if (!isRight)
        wrong.push(`${who} heard ${status} ${code}, not ${wanted?.join(" ") ?? "the handler"}`);
    }
    expect(wrong).toEqual([]);
  },
);

/** Another's row for each call of a tenant's that names one. */
const anothersRow: Readonly<Record<string, () => string>> = {
  getPayout: () => rows.payout,
  printReceipt: () => rows.payout,
  readNotification: () => rows.notification,
  getExport: () => rows.readyExport,
  downloadExport: () => rows.readyExport,
  retryExport: () => rows.failedExport,
  deleteExport: () => rows.deletedExport,
};

describe("another tenant's row", () => {
  const byId = named.filter(([, call]) => call.path.includes("{id}"));
  const ofTenants = byId.filter(([, { who }]) => who !== "superadmin");

  test("is looked for by every call of a tenant's that takes an id", () => {
    expect(ofTenants.map(([name]) => name).toSorted()).toEqual(Object.keys(anothersRow).toSorted());
  });

  test.for(ofTenants)(
    "%s: is not there, byte for byte, for anybody but its owner",
    async ([name, call]) => {
      const id = anothersRow[name]?.() ?? "";
      expect((await heardBy(theirs.token, call, id)).status).toBeLessThan(300);
      for (const token of [mine.token, viewer, callers["a super admin"], undefined]) {
        expect(plain(await heardBy(token, call, id))).toEqual(plain(await heardBy(token, call)));
      }
      expect((await heardBy(mine.token, call, id)).status).toBe(404);
    },
  );

  test.for(byId.filter(([, { who }]) => who === "superadmin"))(
    "%s: tells no tenant whether there is such a row",
    async ([, call]) => {
      for (const token of [mine.token, viewer, undefined]) {
        const unknown = plain(await heardBy(token, call));
        for (const id of Object.values(rows))
          expect(plain(await heardBy(token, call, id))).toEqual(unknown);
      }
    },
  );

  test("named in a deposit request is as unknown as none", async () => {
    const call = calls.find(({ name }) => name === "initiateDeposit") as Call;
    const form = { amount: 500, utr_reference: world.newUtr() };
    const asks = (bank_account: string) =>
      heardBy(mine.token, call, none, { ...form, bank_account });
    const unknown = await asks(none);
    expect(unknown.status).toBeGreaterThanOrEqual(400);
    expect(plain(await asks(rows.bankAccount))).toEqual(plain(unknown));
  });

  test("asked for in a filter is as empty as none", async () => {
    const found = await theirs.get("/wallet/deposit/history");
    const utr = found.body.data[0]?.utr_reference ?? "";
    const asks = async (owner: SignedIn, wanted: string) =>
      (await owner.get("/wallet/deposit/history", { utr: wanted })).text;
    expect(await asks(theirs, utr)).toContain(utr);
    expect(await asks(mine, utr)).toBe(await asks(mine, "NOBODYHASTHIS1"));
  });

  test("is in none of what a tenant can list or take away", async () => {
    const secrets = [...Object.values(rows), "Other Traders", theirs.mobile];
    const lists = calls.filter(
      (call) =>
        call.method === "GET" &&
        !call.path.includes("{") &&
        call.answer !== "events" &&
        (whoMayCall[call.name]?.startsWith("tenant") || whoMayCall[call.name] === "person"),
    );
    expect(lists.length).toBeGreaterThan(10);
    const told: string[] = [];
    for (const call of lists) {
      const { text } = await heardBy(mine.token, call);
      told.push(
        ...secrets
          .filter((secret) => text.includes(secret))
          .map((secret) => `${call.name}: ${secret}`),
      );
    }
    expect(told).toEqual([]);
  });

  test("is not reached by its owner's idempotency key or authorisation", async () => {
    const key = "the-same-key";
    const pay = (owner: SignedIn, token: string) =>
      owner.post("/payouts/initiate", { ...impsOrder(), authorization_token: token }, { key });
    await theirs.post("/payouts/otp/send", { mobile: theirs.mobile, payout: impsOrder() });
    const { body } = await theirs.post("/payouts/otp/verify", {
      mobile: theirs.mobile,
      otp: await world.codeFor(theirs.mobile),
    });
    const stolen = body.data.authorization_token;
    expect((await pay(theirs, stolen)).status).toBe(201);
    const { status, body: heard } = await pay(mine, stolen);
    expect([status, heard.error.code]).toEqual([403, "PAYOUT_NOT_AUTHORISED"]);
  });
});

/** An answer but for what no two answers have in common. */
function plain({ status, text, headers }: { status: number; text: string; headers: object }) {
  const { date: _date, "x-request-id": _id, ...others } = headers as Record<string, unknown>;
  return { status, headers: others, text: text.replace(/"request_id":"[^"]*"/, "") };
}
