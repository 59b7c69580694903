// The guarantee: a program prepares and submits batches and moves no money. People approve what it
// submitted, it changes no batch of theirs, and a request that it repeats makes no second batch.
import { getPayoutBatch, listBatchRows } from "@rokad/contract/payout-batches";
import type { Scope } from "@rokad/contract/scopes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBatchWorld, partsOf, type BatchWorld } from "../../../test/batch-world.ts";
import { keyForm, newKey, ownAddress, type Program } from "../../../test/key-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";

let world: BatchWorld;
let number = 0;
beforeAll(async () => {
  world = await openBatchWorld();
});
afterAll(() => world.close());

const newOptions = () => ({ key: `bulk-${(number += 1)}` });

async function programOf(owner: SignedIn, scopes: Scope[] = ["payouts:request"]) {
  return (await newKey(world, owner, keyForm({ name: "ERP", scopes }))).caller;
}

const readBy = async (program: Program, id: string) =>
  (await program.ask(getPayoutBatch, { params: { id } })).data;

async function createBy(program: Program, csv: string, options = newOptions()) {
  const file = world.uploadOf(csv);
  const { status, body, text } = await program.post("/payout-batches", file, options);
  if (status !== 201) throw new Error(text);
  return body.data;
}

test("what a program submits is paid once a person approved it, and by nothing else", async () => {
  const { owner, approver } = await world.team();
  const program = await programOf(owner);
  const draft = await createBy(program, world.csvOf([900, 100.5]));
  expect(draft).toMatchObject({ state: "draft", api_key: { name: "ERP" } });
  expect(draft.can).toEqual(["correct", "submit", "cancel"]);
  const content = { content_hash: draft.content_hash };
  const act = (name: string) =>
    program.post(`/payout-batches/${draft.id}/${name}`, content, newOptions());
  expect((await act("run")).status).toBe(401);
  expect((await act("submit")).status).toBe(200);
  const submitted = await readBy(program, draft.id);
  expect([submitted.state, submitted.can]).toEqual(["awaiting_approval", ["withdraw", "cancel"]]);
  expect((await act("approve")).status).toBe(401);
  // Who answers for the key prepared the batch.
  const own = await owner.post(`/payout-batches/${draft.id}/approve`, content);
  expect([own.status, own.body.error.code]).toEqual([403, "OWN_REQUEST"]);
  await world.workBatches();
  expect(await world.payoutCount(owner)).toBe(0);

  expect((await approver.post(`/payout-batches/${draft.id}/approve`, content)).status).toBe(200);
  await world.workBatches();
  const done = await readBy(program, draft.id);
  expect(done.state).toBe("finished");
  expect(partsOf(done)).toMatchObject({ paid: [2, 1_000.5] });
  const { data: rows } = await program.ask(listBatchRows, {
    params: { id: draft.id },
    query: { view: "paid" },
  });
  expect(rows.map(({ payout }) => payout?.status)).toEqual(["success", "success"]);
  await world.checkBatches();
});

test("what the old secret of a rolled key submits, its own person can't approve", async () => {
  const { owner } = await world.team();
  const developer = await world.member(owner, ["developer", "approver"], "Dev Shah");
  const form = keyForm({ name: "ERP", scopes: ["payouts:request"] });
  const { id, caller } = await newKey(world, developer, form);
  expect((await owner.post(`/api-keys/${id}/roll`, { old_valid_hours: 24 })).status).toBe(200);
  const draft = await createBy(caller, world.csvOf([900]));
  const content = { content_hash: draft.content_hash };
  const path = `/payout-batches/${draft.id}` as const;
  expect((await caller.post(`${path}/submit`, content, newOptions())).status).toBe(200);
  const own = await developer.post(`${path}/approve`, content);
  expect([own.status, own.body.error.code]).toEqual([403, "OWN_REQUEST"]);
  expect((await owner.post(`${path}/approve`, content)).status).toBe(200);
  await world.workBatches();
  expect(await world.payoutCount(owner)).toBe(1);
  await world.checkBatches();
});

test("an upload counts once against the key's limit", async () => {
  const { owner } = await world.team();
  const program = await programOf(owner);
  const left = async () => {
    const { status, headers } = await program.post(
      "/payout-batches",
      world.uploadOf(world.csvOf([50])),
      newOptions(),
    );
    return [status, Number(/r=(\d+)/.exec(String(headers["ratelimit"]))?.[1])] as const;
  };
  const [[, first], [status, second]] = [await left(), await left()];
  expect([status, first - second]).toEqual([201, 1]);
});

test("a program corrects, withdraws and cancels its own batch, and no person's", async () => {
  const { owner, preparer } = await world.team();
  const program = await programOf(owner);
  const changes = [{ number: 2, fields: { amount: "70", account_number: "999900001111" } }];
  const people = await world.draft(preparer, world.csvOf([50]));
  const tries: [string, object][] = [
    ["rows", { revision: people.revision, changes }],
    ["submit", { content_hash: people.content_hash }],
    ["cancel", { reason: "A mistake" }],
  ];
  for (const [name, body] of tries) {
    const refused = await program.post(`/payout-batches/${people.id}/${name}`, body, newOptions());
    expect([name, refused.status, refused.body.error.code]).toEqual([name, 403, "FORBIDDEN"]);
  }
  await preparer.post(`/payout-batches/${people.id}/submit`, { content_hash: people.content_hash });
  const withdrawn = await program.post(`/payout-batches/${people.id}/withdraw`, {}, newOptions());
  expect(withdrawn.status).toBe(403);
  const kept = await world.readBatch(owner, people.id);
  expect([kept.state, kept.content_hash]).toEqual(["awaiting_approval", people.content_hash]);
  expect((await readBy(program, people.id)).can).toEqual([]);

  const draft = await createBy(program, world.csvOf([50, "no amount"]));
  expect(draft.content_hash).toBeNull();
  const remove = { revision: draft.revision, changes: [{ number: 3, is_removed: true }] };
  const corrected = await program.post(`/payout-batches/${draft.id}/rows`, remove, newOptions());
  const { content_hash } = corrected.body.data.batch;
  const acts: [string, object, string][] = [
    ["submit", { content_hash }, "awaiting_approval"],
    ["withdraw", {}, "draft"],
    ["cancel", { reason: "Not this month" }, "cancelled"],
  ];
  for (const [name, body, state] of acts) {
    await program.post(`/payout-batches/${draft.id}/${name}`, body, newOptions());
    expect([name, (await readBy(program, draft.id)).state]).toEqual([name, state]);
  }
  await world.checkBatches();
});

test("a file that a program sends again and again is one batch", async () => {
  const { owner } = await world.team();
  const program = await programOf(owner);
  const csv = world.csvOf([10, 20]);
  const options = newOptions();
  const repeats = await Promise.all([1, 2].map(() => createBy(program, csv, options)));
  repeats.push(await createBy(program, csv, options));
  expect(new Set(repeats.map(({ id }) => id)).size).toBe(1);
  const newKeys = await Promise.all(
    [1, 2].map(() => program.post("/payout-batches", world.uploadOf(csv), newOptions())),
  );
  for (const { status, body } of newKeys) {
    expect([status, body.error.code]).toEqual([409, "BATCH_EXISTS"]);
    expect(body.error.fields?.["id"]).toBe(repeats[0]?.id);
  }
});

test("a key reads and prepares only with its scopes, for its own business", async () => {
  const { owner, preparer } = await world.team();
  const draft = await world.draft(preparer, world.csvOf([10]));
  const reader = await programOf(owner, ["payouts:read"]);
  expect((await reader.get("/payout-batches")).body.data).toHaveLength(1);
  const file = world.uploadOf(world.csvOf([10]));
  for (const path of ["/payout-batches", "/payout-batches/preview"]) {
    const refused = await reader.post(path, file, newOptions());
    expect([path, refused.status]).toEqual([path, 403]);
  }
  const limits = { per_payout: 100, per_day: 100 };
  const form = keyForm({ scopes: ["payouts:send"], networks: [ownAddress], limits });
  const { caller: sender } = await newKey(world, owner, form);
  expect((await sender.post("/payout-batches", file, newOptions())).status).toBe(403);
  const { owner: outsider } = await world.team();
  const other = await programOf(outsider, ["payouts:read", "payouts:request"]);
  expect((await other.get(`/payout-batches/${draft.id}`)).status).toBe(404);
  expect((await other.get(`/payout-batches/${draft.id}/rows`)).status).toBe(404);
});

test("the columns that a program chooses are no preset for people", async () => {
  const { owner } = await world.team();
  const program = await programOf(owner);
  const csv = `Name,Account number,IFSC,Gross,Net Pay\nAsha Rao,${world.newAccountNumber()},HDFC0000001,900,800`;
  const upload = world.uploadOf(csv);
  const columnsOf = async () =>
    (
      await owner.post("/payout-batches/preview", {
        file_name: upload.file_name,
        content: upload.content,
      })
    ).body.data.columns;
  const before = await columnsOf();
  await program.post(
    "/payout-batches",
    { ...upload, columns: { beneficiary_name: 0, account_number: 1, ifsc_code: 2, amount: 3 } },
    newOptions(),
  );
  expect(before.amount).toBe(4);
  expect(await columnsOf()).toEqual(before);
});
