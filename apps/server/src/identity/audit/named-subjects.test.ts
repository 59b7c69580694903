// The guarantee: a super admin finds what was done with a payment by its reference or UTR, and reads
// what each row is about.
import { listAuditLog } from "@rokad/contract/security-log";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../kernel/ids.ts";
import { impsOrder } from "../../../test/forms.ts";
import { openFundsWorld, type FundsWorld } from "../../../test/funds-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { checkpointAll } from "../../../test/tamper.ts";
import { transaction } from "../../database/db.ts";
import { writeSearchTerms } from "../../rollups/search/write-search-terms.ts";
import { record } from "./record.ts";
import { namedKinds } from "./subjects.ts";

let world: FundsWorld;
let meera: SignedIn;
let asha: SignedIn;
beforeAll(async () => {
  world = await openFundsWorld();
  meera = await world.superAdmin();
  asha = await world.operator({ wallet: "₹50,000" });
});
afterAll(() => world.close());

const search = async (text: string) =>
  (await meera.ask(listAuditLog, { query: { search: text } })).data.map(
    ({ act, subject }) => [act, subject?.name] as const,
  );
const note = (kind: string, id: string) =>
  transaction((db) => record(db, { act: "job.retried", by: null, subject: { kind, id } }));

test("a payout's rows are found by its reference and its UTR, in any spelling", async () => {
  const { body } = await asha.pay(impsOrder());
  await world.work();
  const { id, reference_id: reference, utr_number: utr } = await world.payout(asha, body.data.id);
  await checkpointAll();
  await writeSearchTerms(new AbortController().signal);
  await note("payout", id);
  for (const text of [reference, reference.toLowerCase(), utr ?? "", `UTR ${utr}`, id])
    expect({ text, found: await search(text) }).toEqual({
      text,
      found: [["job.retried", reference]],
    });
  expect(await search(reference.slice(0, -1))).toEqual([]);
  const { text } = await meera.get("/super-admin/audit-log/export", { search: reference });
  expect(text.trim().split("\r\n")).toHaveLength(2);
});

test("a deposit's rows are found by its UTR", async () => {
  const account = await world.approvedAccount(asha);
  const { _id: id, utr_reference: utr } = await world.requestDeposit(asha, 500, account);
  await note("deposit", id);
  expect(await search(utr)).toEqual([["job.retried", utr]]);
  await meera.post(`/super-admin/deposits/${id}/reject`, { reason: "No such transfer" });
  expect(await search(utr.toLowerCase())).toContainEqual(["deposit.rejected", utr]);
});

test.each(namedKinds)("a row about a %s that is gone is shown without a name", async (kind) => {
  const id = newId();
  await note(kind, id);
  expect(await search(id)).toEqual([["job.retried", null]]);
});
