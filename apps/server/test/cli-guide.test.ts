// The guarantee: every code block of docs/integrate/cli.md runs, in its order, in an empty folder with
// the packed command line, against a server on a real database, and does what it says.
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { listBeneficiaries } from "@rokad/contract/beneficiaries";
import { createWebhookEndpoint } from "@rokad/contract/webhook-endpoints";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packCli } from "../../../scripts/pack-program.ts";
import { inNetworks } from "../src/kernel/network-list.ts";
import { useWebhookNetworks } from "../src/tenants/webhooks/reachable-addresses.ts";
import { blocksOf, runShell, whileBankWorks } from "./guide-blocks.ts";
import { newKey, sendingForm } from "./key-world.ts";
import { numberAllEvents } from "./number-all-events.ts";
import type { SignedIn } from "./signed-in.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
let owner: SignedIn;
let folder: string;
let env: Record<string, string>;
/** The secret of a key that saves no beneficiaries. */
let reader: string;
let receiver: Server;
const received: { headers: Record<string, string>; body: string }[] = [];

beforeAll(async () => {
  world = await openWorld();
  useWebhookNetworks(inNetworks(["127.0.0.1"]));
  owner = await world.operator({ wallet: "₹10,000" });
  const form = sendingForm({
    scopes: [
      "payouts:read",
      "payouts:send",
      "beneficiaries:write",
      "webhooks:read",
      "webhooks:write",
    ],
  });
  const { secret, caller } = await newKey(world, owner, form);
  reader = (await newKey(world, owner)).secret;
  receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      // The server's own webhooks go to another path.
      if (request.url === "/forwarded")
        received.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const endpoint = { url: `${address}/endpoint`, description: "ERP", types: [] };
  await caller.ask(createWebhookEndpoint, { body: endpoint });
  await world.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = world.app.server.address() as AddressInfo;
  folder = await mkdtemp(join(tmpdir(), "cli-guide-"));
  env = {
    ROKAD_URL: `http://127.0.0.1:${port}`,
    ROKAD_API_KEY: secret,
    XDG_CONFIG_HOME: join(folder, "config"),
    RECEIVER: `${address}/forwarded`,
    // The package needs nothing from a registry. A silent `npm test` would silence npm here too.
    npm_config_offline: "true",
    npm_config_loglevel: "notice",
  };
});
afterAll(async () => {
  receiver.close();
  useWebhookNetworks(undefined);
  await rm(folder, { recursive: true, force: true });
  await world.close();
});

/** The exit code of a command, with both of its outputs. */
async function exitOf(code: string, change: Record<string, string> = {}) {
  const script = `set +e\n{ ${code}; } 2>&1\necho "exit $?"`;
  return whileBankWorks(world, () => runShell(script, { folder, env: { ...env, ...change } }));
}

test("every code block of the guide runs, and the packed command line pays", async () => {
  expect(basename(await packCli(folder))).toBe("rokad-cli-0.1.0.tgz");
  const outputs: string[] = [];
  for (const { language, code } of await blocksOf("cli")) {
    expect(language).toBe("sh");
    // The reader's own values, which the test has already.
    if (code.includes("export ROKAD_API_KEY")) continue;
    const own = code.replace("http://localhost:4000/webhooks", env["RECEIVER"] ?? "");
    outputs.push(await whileBankWorks(world, () => runShell(own, { folder, env })));
    await numberAllEvents();
  }
  const [installed, doctor, login, created, read, ...others] = outputs;
  const [checked, imported, events, forwarded, resent] = others;
  expect(installed).toContain("added 1 package");
  expect(doctor).toMatch(/^✓ Key: ERP, a test key of Sharma Traders/m);
  expect(doctor).toMatch(/^✓ Clock: /m);
  expect(login).toContain("Signed in to Sharma Traders with the test key ERP");
  expect(created).toMatch(/^₹31\.40 with fee and GST\nNothing would refuse it now$/m);
  expect(created).toMatch(/^Status +success$/m);
  expect(created).toMatch(/^UTR +\d+$/m);
  expect(read).toMatch(/^Your reference +INV-118$/m);
  expect(read).toMatch(/ success +₹25\.50 {2}Asha Rao +asha@okhdfc +\d+$/m);
  expect(read).toMatch(/^\{"id":.*"amount":2550/m);
  expect(checked).toMatch(/^2 rows would be saved, 0 known already, 1 wrong$/m);
  expect(checked).toMatch(/^ +4 {2}Meera Iyer +wrong +Account number must be 9-18 digits$/m);
  expect(imported).toBe("3 rows saved, 0 known already, 0 wrong\n");
  expect(events).toMatch(/ payout\.success {2}INV-118$/m);
  expect(forwarded).toMatch(/ payout\.success {2}INV-118 {2}answered 204$/m);
  expect(resent).toMatch(/sent again/);
});

test("the key is stored for its user only, and a forwarding goes on where it ended", async () => {
  const { mode } = await stat(join(folder, "config/rokad/login.json"));
  expect((mode & 0o777).toString(8)).toBe("600");
  const before = received.length;
  const forwarding = `npx rokad listen --forward-to "$RECEIVER" --once`;
  expect(await exitOf(forwarding)).toMatch(/exit 0\n$/);
  expect(received).toHaveLength(before);
  await exitOf(
    "npx rokad payouts create --upi asha@okhdfc --name Asha --amount 10 --reference INV-119 --wait",
  );
  await numberAllEvents();
  const again = await exitOf(forwarding);
  const [, secret = ""] = /signed with (whsec_\S+)/.exec(again) ?? [];
  const forwarded = received.slice(before);
  expect(forwarded.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toContain(
    "payout.success",
  );
  for (const { body, headers } of forwarded)
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
});

test("the same command pays once", async () => {
  const create =
    "npx rokad payouts create --upi asha@okhdfc --name Asha --amount 11 --reference INV-120 --json";
  const [first, second] = [await exitOf(create), await exitOf(create)];
  expect(first).toMatch(/"total":\{"amount":1690/);
  const idOf = (text: string) => /"id":"([^"]+)"/.exec(text)?.[1];
  expect(idOf(second)).toBe(idOf(first));
  const { body } = await owner.get("/payouts");
  expect(body.data.filter(({ amount }) => amount.amount === 11_00)).toHaveLength(1);
});

test("a payout that no provider has is cancelled by its reference", async () => {
  const create = "npx rokad payouts create --upi asha@okhdfc --name Asha --amount 12";
  const cancel = "npx rokad payouts cancel INV-123";
  const outputs = await runShell(`${create} --reference INV-123\n${cancel}`, { folder, env });
  expect(outputs).toMatch(/^RK\w+: pending, ₹17\.90 on hold$/m);
  expect(outputs).toMatch(/^RK\w+: cancelled, ₹17\.90 back in the wallet$/m);
  const paid = "npx rokad payouts cancel INV-118";
  expect(await exitOf(paid)).toMatch(/^PAYOUT_NOT_CANCELLABLE: .*\n.*\nexit 1\n$/);
});

test("an import saves the right rows once, and says of each other row why not", async () => {
  const rows = [
    "Name,UPI ID",
    "Leela Nair,leela@okaxis",
    "Omar Khan,omar",
    "Asha R,vikram@okicici",
  ];
  await writeFile(join(folder, "more.csv"), rows.join("\n"));
  const command = "npx rokad beneficiaries import more.csv";
  const names = async () =>
    (await owner.ask(listBeneficiaries, { query: {} })).data.map(({ name }) => name);
  const before = await names();
  expect(before).toEqual(["Asha Rao", "Meera Iyer", "Vikram Shah"]);
  const others =
    /1 known already, 1 wrong\n.*Omar Khan +wrong .*\n.*Asha R .*known +Vikram Shah already has this UPI ID\nexit 1\n$/s;
  expect(await exitOf(`${command} --dry-run`)).toMatch(others);
  expect(await names()).toEqual(before);
  const saved = await exitOf(command);
  expect(saved).toMatch(/^1 row saved, 1 known already, 1 wrong\n/);
  expect(saved).toMatch(others);
  const [json = ""] = (await exitOf(`${command} --json`)).split("\n");
  expect(JSON.parse(json)).toMatchObject({ saved: 0, known: 2, wrong: 1 });
  expect(await names()).toEqual([...before, "Leela Nair"].toSorted());

  await writeFile(join(folder, "none.csv"), "Colour\nred\n");
  const [unknown, missing, forbidden] = [
    await exitOf("npx rokad beneficiaries import none.csv"),
    await exitOf("npx rokad beneficiaries import missing.csv"),
    await exitOf(command, { ROKAD_API_KEY: reader }),
  ];
  expect(unknown).toMatch(/^The header needs a name.*\nexit 1\n$/);
  expect(missing).toMatch(/can't be read.*\nexit 2\n$/s);
  expect(forbidden).toMatch(/^SCOPE_MISSING: .*beneficiaries:write.*exit 3\n$/s);
});

test("each exit code means what the guide says", async () => {
  const create = "npx rokad payouts create --name Asha --amount 10";
  expect(await exitOf(`${create} --upi failure@upi --reference INV-121 --wait`)).toMatch(
    /exit 5\n$/,
  );
  expect(await exitOf(`${create} --upi pending --reference INV-122`)).toMatch(
    /INVALID_INPUT: .*\n {2}upi_id: .*\n {2}request: .*\nexit 1\n$/,
  );
  expect(await exitOf("npx rokad payouts create --upi a@b --name A --amount 1.005")).toMatch(
    /^--amount must be rupees.*\nexit 2\n$/,
  );
  expect(await exitOf("npx rokad payouts send")).toMatch(/^There is no command.*\nexit 2\n$/);
  expect(await exitOf("npx rokad webhooks list", { ROKAD_API_KEY: "rk_test_wrong" })).toMatch(
    /^API_KEY_INVALID: .*\n.*\nexit 3\n$/,
  );
  const empty = { ROKAD_URL: "", ROKAD_API_KEY: "", XDG_CONFIG_HOME: join(folder, "empty") };
  expect(await exitOf("npx rokad payouts list", empty)).toMatch(/^Run rokad login.*\nexit 3\n$/);
  const nobody = { ROKAD_URL: "http://127.0.0.1:9" };
  expect(await exitOf("npx rokad doctor", nobody)).toMatch(/^✗ Address: .*NO_ANSWER.*\nexit 1\n$/);
});
