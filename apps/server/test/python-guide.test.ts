// The guarantee: every code block of docs/integrate/python.md runs, in its order, in an empty folder with
// the packed SDK, against a server on a real database, and does what it says. `npm run test:python`.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packPython } from "../../../scripts/pack-python.ts";
import { PYTHON_SDK, virtualEnvironment } from "../../../scripts/python-sdk/virtual-environment.ts";
import { inNetworks } from "../src/kernel/network-list.ts";
import { useWebhookNetworks } from "../src/tenants/webhooks/reachable-addresses.ts";
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
  const environment = virtualEnvironment();
  if (typeof environment === "string") throw new Error(environment);
  world = await openWorld();
  useWebhookNetworks(inNetworks(["127.0.0.1"]));
  owner = await world.operator({ wallet: "₹10,000" });
  const form = sendingForm({
    scopes: ["payouts:read", "payouts:send", "wallet:read", "reports:read", "webhooks:write"],
  });
  const { secret } = await newKey(world, owner, form);
  await world.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = world.app.server.address() as AddressInfo;
  folder = await mkdtemp(join(tmpdir(), "python-guide-"));
  const wheel = await packPython(folder, environment);
  expect(basename(wheel)).toBe("rokad-0.1.0-py3-none-any.whl");
  env = {
    ROKAD_URL: `http://127.0.0.1:${port}`,
    ROKAD_API_KEY: secret,
    // What the package needs is there already.
    PIP_NO_INDEX: "1",
    PIP_FIND_LINKS: environment.wheels,
    PIP_DISABLE_PIP_VERSION_CHECK: "1",
  };
});
afterAll(async () => {
  useWebhookNetworks(undefined);
  await rm(folder, { recursive: true, force: true });
  await world.close();
});

test("every code block of the guide runs, and the packed SDK pays", async () => {
  const outputs: string[] = [];
  for (const block of await blocksOf("python")) {
    if (block.language === "python") {
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
  expect(installed).toMatch(/Successfully installed .*\brokad-0\.1\.0/);
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

test("a program pays exact rupees with asyncio, and accepts the webhook of its payout", async () => {
  const program = join(PYTHON_SDK, "tests/pay_and_receive.py");
  const work = async () => {
    await numberAllEvents();
    return world.work();
  };
  const output = await whileBankWorks({ work }, () =>
    runShell(`.venv/bin/python ${program}`, { folder, env }),
  );
  expect(output).toBe("4107 payout.success INV-120\nTrue b'%PDF'\n");
});

test("the packed SDK has what its errors point to, and types that mypy accepts", async () => {
  const code = `
.venv/bin/python -c 'from pathlib import Path; from rokad import RokadError; print(Path(RokadError("A", "").documentation).stat().st_size > 0)'
"$MYPY" --strict --python-executable .venv/bin/python --cache-dir .mypy pay.py errors.py list.py sync.py webhook.py`;
  const mypy = join(import.meta.dirname, "../../../.cache/python/bin/mypy");
  expect(await runShell(code, { folder, env: { ...env, MYPY: mypy } })).toBe(
    "True\nSuccess: no issues found in 5 source files\n",
  );
});
