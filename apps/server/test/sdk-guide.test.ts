// The guarantee: every code block of docs/integrate/sdk.md runs, in its order, in an empty folder with
// the packed SDK, against a server on a real database, and does what it says.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packSdk } from "../../../scripts/pack-sdk.ts";
import { blocksOf, fileNameOf, runShell, whileBankWorks } from "./guide-blocks.ts";
import { newKey, sendingForm } from "./key-world.ts";
import { numberAllEvents } from "./number-all-events.ts";
import type { SignedIn } from "./signed-in.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
let owner: SignedIn;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  world = await openWorld();
  owner = await world.operator({ wallet: "₹10,000" });
  const form = sendingForm({ scopes: ["payouts:read", "payouts:send", "wallet:read"] });
  const { secret } = await newKey(world, owner, form);
  await world.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = world.app.server.address() as AddressInfo;
  folder = await mkdtemp(join(tmpdir(), "sdk-guide-"));
  env = {
    ROKAD_URL: `http://127.0.0.1:${port}`,
    ROKAD_API_KEY: secret,
    // The package needs nothing from a registry. A silent `npm test` would silence npm here too.
    npm_config_offline: "true",
    npm_config_loglevel: "notice",
  };
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await world.close();
});

test("every code block of the guide runs, and the packed SDK pays", async () => {
  const archive = await packSdk(folder);
  expect(basename(archive)).toBe("rokad-sdk-0.1.0.tgz");
  const outputs: string[] = [];
  for (const block of await blocksOf("sdk")) {
    if (block.language === "js") {
      await writeFile(join(folder, fileNameOf(block)), block.code);
      continue;
    }
    expect(block.language).toBe("sh");
    // The reader's own values, which the test has already.
    if (block.code.includes("export ROKAD_API_KEY")) continue;
    outputs.push(await whileBankWorks(world, () => runShell(block.code, { folder, env })));
    await numberAllEvents();
  }
  const [installed, paid, failed, listed = "", changed, webhooks] = outputs;
  expect(installed).toContain("added 1 package");
  expect(paid).toMatch(/^INV-118: success, UTR \S+\n$/);
  expect(failed).toBe("INV-118 is already success\n");
  expect(listed).toMatch(/^RK\w+ 2500 \S+\n/);
  expect(listed).toMatch(/^debit 3090$/m);
  expect(listed).toMatch(/^credit 1000000$/m);
  expect(listed).toMatch(/^\d+ payout\.success$/m);
  expect(changed).toMatch(/^RK\w+ success \S+\n$/);
  expect(webhooks).toBe("payout.success\nNO_SIGNATURE_MATCHES\n");
  const { body } = await owner.get("/payouts");
  expect(body.data.map(({ amount }) => amount.amount)).toEqual([2_500]);
});

test("the packed SDK has what its errors point to, and types that TypeScript accepts", async () => {
  const program = `
    import { Rokad, RokadError, type Payout } from "@rokad/sdk";
    const rokad = new Rokad({ url: "https://pay.example.in", apiKey: "rk_test_1" });
    const payouts: AsyncIterable<Payout> = rokad.eachPayout({ status: "success" });
    const body = { method: "upi", beneficiary_name: "Asha", upi_id: "a@okhdfc" } as const;
    // @ts-expect-error A payout without an idempotency key is not sent.
    void rokad.createPayout({ body });
    // @ts-expect-error No key may sign a person in.
    void rokad.verifyOtp;
    export const isUsed = (error: RokadError) => error.code === "CLIENT_REFERENCE_USED";
    export { payouts };
  `;
  await writeFile(join(folder, "typed.mts"), program);
  const options = "--noEmit --strict --module nodenext --lib esnext,dom --types '' --ignoreConfig";
  const code = `test -s node_modules/@rokad/sdk/errors.md\ntsc ${options} typed.mts`;
  const bin = join(import.meta.dirname, "../../../node_modules/.bin");
  const path = `${bin}:${process.env["PATH"] ?? ""}`;
  expect(await runShell(code, { folder, env: { ...env, PATH: path } })).toBe("");
});
