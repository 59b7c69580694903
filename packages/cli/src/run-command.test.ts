import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { commands } from "./commands.ts";
import type { Io } from "./io.ts";
import { runCommand } from "./run-command.ts";

let home: string;
let sent: Request[];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "rokad-cli-test-"));
  sent = [];
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await rm(home, { recursive: true, force: true });
});

interface Setting {
  readonly answer?: object;
  /** The query whose answer is 404. */
  readonly missing?: string;
  readonly env?: Io["env"];
  readonly typed?: string;
}

/** Runs a command whose requests get this answer. */
async function run(words: string, { answer = {}, missing, env, typed = "" }: Setting = {}) {
  vi.stubGlobal("fetch", async (request: Request) => {
    sent.push(request.clone());
    if (missing !== undefined && request.url.endsWith(missing))
      return Response.json({ success: false, error: notFound }, { status: 404 });
    return Response.json({ success: true, ...answer });
  });
  const [printed, noted]: [string[], string[]] = [[], []];
  const code = await runCommand(words.split(" ").filter(Boolean), {
    env: { XDG_CONFIG_HOME: home, ...env },
    print: (line) => void printed.push(line),
    note: (line) => void noted.push(line),
    readSecret: async () => typed,
    signal: new AbortController().signal,
  });
  return { code, printed, noted };
}

const login = { ROKAD_URL: "https://pay.example.in", ROKAD_API_KEY: "rk_test_0123456789" };
const inr = (amount: number) => ({ amount, currency: "INR" });
const notFound = { code: "NOT_FOUND", message: "This payout was not found" };

test.each([
  ["1500.25", 1500_25],
  ["0.01", 1],
  ["70368744177.93", 7_036_874_417_793],
])("--amount %s is exactly %d paise", async (amount, paise) => {
  const payout = { id: "1", reference_id: "RKA1", status: "pending", total: inr(1) };
  const create = `payouts create --upi a@okhdfc --name Asha --amount ${amount} --reference INV-1`;
  const { code } = await run(create, { answer: { data: payout }, env: login });
  expect(code).toBe(0);
  expect(await sent[0]?.json()).toMatchObject({ amount_paise: paise, client_reference: "INV-1" });
  expect(sent[0]?.headers.get("idempotency-key")).toBe("INV-1");
});

test("the reason that a refusal asked for is sent with another key, and the same reference", async () => {
  const data = { id: "1", reference_id: "RKA1", status: "pending", total: inr(1) };
  const create = "payouts create --upi a@okhdfc --name Asha --amount 2 --reference INV-1";
  await run(`${create} --repeat-reason Again`, { answer: { data }, env: login });
  expect(sent[0]?.headers.get("idempotency-key")).toBe("INV-1-repeated");
  expect(await sent[0]?.json()).toMatchObject({
    client_reference: "INV-1",
    repeat_reason: "Again",
  });
});

test.each(["1,500", "1.005", "-1", "1e3", "₹5", ""])(
  "--amount %s sends nothing",
  async (amount) => {
    const create = `payouts create --upi a@okhdfc --name Asha --reference INV-1 --amount=${amount}`;
    expect(await run(create, { env: login })).toMatchObject({ code: 2 });
    expect(sent).toEqual([]);
  },
);

test.each([
  ["pending", ", ₹2.50 on hold", 0],
  ["processing", ", ₹2.50 on hold", 0],
  ["success", "", 0],
  ["failed", "", 5],
  ["cancelled", "", 5],
])("the same command again says that its payout is %s", async (status, onHold, code) => {
  const payout = { id: "1", reference_id: "RKA1", status, total: inr(250) };
  const create = "payouts create --upi a@okhdfc --name Asha --amount 2 --reference INV-1";
  expect(await run(create, { answer: { data: payout }, env: login })).toMatchObject({
    code,
    printed: [`RKA1: ${status}${onHold}`, "Follow it with: rokad payouts get 1"],
  });
});

test("an own reference that looks like one of Rokad's is found", async () => {
  const payout = { id: "1", reference_id: "RKA1", status: "success" };
  const data = { ...payout, amount: inr(1), total: inr(1), returned_amount: inr(0) };
  const missing = "?reference_id=RK20261120A";
  const get = "payouts get RK20261120A";
  expect(await run(get, { answer: { data }, missing, env: login })).toMatchObject({ code: 0 });
  expect(sent.map(({ url }) => new URL(url).search)).toEqual([
    missing,
    "?client_reference=RK20261120A",
  ]);
});

test("login stores a key that works, readable by its user only", async () => {
  const data = {
    name: "ERP",
    mode: "test",
    scopes: ["payouts:read"],
    business: { id: "b-1", name: "Sharma Traders" },
  };
  const typed = "rk_test_0123456789\n";
  const command = "login --url https://pay.example.in";
  expect(await run(command, { answer: { data }, typed })).toMatchObject({ code: 0 });
  const path = join(home, "rokad/login.json");
  expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({ apiKey: "rk_test_0123456789" });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await run("payouts list", { answer: { data: [], next: null } });
  expect(sent.at(-1)?.url).toBe("https://pay.example.in/api/v1/payouts/scan?limit=20");
  expect(await run("logout")).toMatchObject({ printed: ["Removed the key from this machine"] });
  expect(await run("payouts list")).toMatchObject({ code: 3 });
});

test("a key goes only to the address that it was entered for", async () => {
  const { ROKAD_URL } = login;
  expect(await run("payouts list", { env: { ROKAD_URL } })).toMatchObject({ code: 3 });
  expect(sent).toEqual([]);
});

test("Ctrl-C ends what follows events as usual, and is no success of a payout", async () => {
  const stop = new AbortController();
  vi.stubGlobal("fetch", async () => {
    stop.abort();
    throw new TypeError("fetch failed");
  });
  const io: Io = {
    env: { ...login, XDG_CONFIG_HOME: home },
    print: () => undefined,
    note: () => undefined,
    readSecret: async () => "",
    signal: stop.signal,
  };
  const create = "payouts create --upi a@okhdfc --name Asha --amount 5 --reference INV-1";
  expect(await runCommand(create.split(" "), io)).toBe(130);
  expect(await runCommand(["events", "tail", "--after", "0"], io)).toBe(0);
});

test("every command has help, and an unknown one is a usage error", async () => {
  for (const { name } of commands)
    expect((await run(`${name} --help`)).printed[0]).toMatch(`rokad ${name}`);
  expect((await run("")).printed.join("\n")).toContain("payouts create");
  expect(await run("payouts pay")).toMatchObject({ code: 2, printed: [] });
  expect(await run("payouts list --all", { env: login })).toMatchObject({ code: 2 });
});
