// Deposits that claimed one transfer in two spellings before UTR keys: the upgrade numbers them, the
// verification lists them, and no more than one of them is credited from then on.
import { rejectDeposit } from "@rokad/contract/deposit-reviews";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SignedIn } from "../../test/signed-in.ts";
import { openWorld, type World } from "../../test/world.ts";
import { database } from "../database/db.ts";
import { verifyBooks } from "../ledger/verify.ts";

let world: World;
let boss: SignedIn;
beforeAll(async () => {
  world = await openWorld();
  boss = await world.superAdmin();
});
afterAll(() => world.close());

const migrations = join(import.meta.dirname, "../../../../db/migrations");
const twinRule = "no two deposits claim one transfer";

/** Puts the tables into their form before the migration. */
const undo = sql`
  drop index deposits_utr_once;
  drop index deposits_refused_utr;
  drop index incoming_credits_utr;
  drop index incoming_credits_of_account;
  alter table deposits drop column utr_key, drop column utr_twin;
  alter table incoming_credits drop column utr_key, drop column similar_deposit_id;
  create unique index deposits_utr_once on deposits (utr_reference) where status <> 'failed';
  create index deposits_refused_utr on deposits (utr_reference) where status = 'failed';
  create index incoming_credits_utr on incoming_credits (utr_reference) where state = 'suspense';
`;

test("the upgrade numbers twins, the verification lists them, and one of them is credited", async () => {
  await undo.execute(database());
  const { tenant, account, deposits } = await tenantWithTwins();
  const name = (await readdir(migrations)).find((file) => file.endsWith("_utr_keys.sql")) ?? "";
  await sql.raw(await readFile(join(migrations, name), "utf8")).execute(database());
  const ids = deposits.map(({ id }) => id);
  const { rows } = await sql<{ id: string; utr_twin: number }>`
    select id, utr_twin from deposits order by utr_twin
  `.execute(database());
  expect(rows.map(({ utr_twin: twin }) => twin)).toEqual([0, 1]);
  const twins = (await verifyBooks(database())).filter(({ rule }) => rule === twinRule);
  expect(twins).toEqual([{ rule: twinRule, where: ids.toSorted().join(" ") }]);

  const body = { bank_account: account, amount: 1000, utr_reference: "00412345678901" };
  expect((await tenant.post("/wallet/deposit/initiate", body)).status).toBe(409);
  const answers = await Promise.all(
    ids.map((id) => boss.post(`/super-admin/deposits/${id}/approve`, {})),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await tenant.balance()).toBe(1_000_00);
  const late = answers.findIndex(({ status }) => status === 409);
  expect(answers[late]?.body.error.code).toBe("UTR_ALREADY_USED");
  await boss.ask(rejectDeposit, {
    params: { id: ids[late] ?? "" },
    body: { reason: "The same transfer" },
  });
  expect(await verifyBooks(database())).toEqual([]);

  /** A tenant with a request in each spelling, as earlier versions accepted them. */
  async function tenantWithTwins() {
    const owner = await world.retailer();
    const own = await world.approvedAccount(owner);
    const { rows: inserted } = await sql<{ id: string }>`
      insert into deposits (id, person_id, bank_account_id, amount_paise, utr_reference, created_at)
      select gen_random_uuid(), ${owner.id}, ${own}, 100000, utr, now()
      from unnest(array['412345678901', '0000412345678901']) as utr
      returning id
    `.execute(database());
    return { tenant: owner, account: own, deposits: inserted };
  }
});
