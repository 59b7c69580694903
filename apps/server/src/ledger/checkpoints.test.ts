// The guarantee: every change of a posting or entry after its checkpoint is found and named; and
// every honest posting is in exactly one checkpoint and never a fault.
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { disableGuards, backUpTables, checkpointAll, tamper } from "../../test/tamper.ts";
import { openWorld, type World } from "../../test/world.ts";
import { impsOrder } from "../../test/forms.ts";
import type { SignedIn } from "../../test/signed-in.ts";
import { database, transaction } from "../database/db.ts";
import { newId } from "../kernel/ids.ts";
import * as ledger from "./ledger.ts";
import { noTenantId } from "./posting.ts";
import { CheckpointWriter } from "./checkpoint-writer.ts";
import { verifyCheckpoints } from "./verify-checkpoints.ts";

let world: World;
let payer: SignedIn;
beforeAll(async () => {
  world = await openWorld();
  payer = await world.operator({ wallet: "₹50,000" });
  for (let payout = 0; payout < 3; payout += 1) await payer.pay(impsOrder());
  await world.work();
  await checkpointAll();
});
afterAll(() => world.close());

const faultsFound = async () =>
  (await verifyCheckpoints(database())).faults.map(({ where }) => where);

interface Row {
  posting_id: string;
  line: number;
}

/** Two entries on the account "provider", of two similar postings. */
async function twoEntries(): Promise<[Row, Row]> {
  const { rows } = await sql<Row>`
    select posting_id, line from ledger_entries where account = 'provider' order by posting_id
  `.execute(database());
  return rows as [Row, Row];
}

test("an unchanged ledger has no fault, and checkpoints cover every posting", async () => {
  const result = await verifyCheckpoints(database());
  const { rows } = await sql<{ postings: bigint }>`
    select count(*) as postings from ledger_postings
  `.execute(database());
  expect(result.faults).toEqual([]);
  expect([result.coveredPostings, result.uncoveredPostings]).toEqual([rows[0]?.postings, 0n]);
  expect(result.coveredPostings).toBeGreaterThanOrEqual(7n);
});

describe("honest postings", () => {
  test("a posting that commits late is covered in order, and is never a fault [20.11]", async () => {
    const walletId = payer.id;
    const writer = new CheckpointWriter();
    let commit = () => {};
    const waits = new Promise<void>((resolve) => (commit = resolve));
    let posted = () => {};
    const isPosted = new Promise<void>((resolve) => (posted = resolve));
    const late = transaction(async (db) => {
      await ledger.credit(db, [{ walletId, depositId: newId(), amountPaise: 100n }]);
      posted();
      await waits;
    });
    await isPosted;
    const other = await world.operator({ wallet: "₹100" });
    const before = await verifyCheckpoints(database());
    for (let pass = 0; pass < 4; pass += 1) await writer.pass({ atMost: 1_000, skewSeconds: 0 });
    const meanwhile = await verifyCheckpoints(database());
    expect(meanwhile.faults).toEqual([]);
    expect(meanwhile.coveredPostings).toBe(before.coveredPostings);
    commit();
    await late;
    await checkpointAll();
    expect(await other.balance()).toBe(10_000);
    const after = await verifyCheckpoints(database());
    expect([after.faults, after.coveredPostings]).toEqual([
      [],
      before.coveredPostings + before.uncoveredPostings + 1n,
    ]);
  });

  test("3 writers beside payouts cover every posting exactly once", async () => {
    const writers = Array.from({ length: 3 }, () => new CheckpointWriter());
    let paying = true;
    const writing = writers.map(async (writer) => {
      while (paying) await writer.pass({ atMost: 2, skewSeconds: 0 });
    });
    const others = await Promise.all([1, 2, 3].map(() => world.operator({ wallet: "₹20,000" })));
    await Promise.all(
      others.map(async (one) => {
        for (let payout = 0; payout < 5; payout += 1) await one.pay(impsOrder());
        await world.work();
      }),
    );
    paying = false;
    await Promise.all(writing);
    await checkpointAll();
    const { rows } = await sql<{ postings: bigint; listed: bigint; distinct: bigint }>`
      select (select count(*) from ledger_postings) as postings, count(*) as listed,
        count(distinct id) as distinct
      from ledger_checkpoints, unnest(posting_ids) as id
    `.execute(database());
    const { postings, listed, distinct } = rows[0] ?? {};
    expect([listed, distinct]).toEqual([postings, postings]);
    expect((await verifyCheckpoints(database())).faults).toEqual([]);
  });

  test("counts postings that are too new for a checkpoint", async () => {
    await world.operator({ wallet: "₹100" });
    expect((await verifyCheckpoints(database())).uncoveredPostings).toBe(1n);
    await checkpointAll();
    expect((await verifyCheckpoints(database())).uncoveredPostings).toBe(0n);
  });
});

test.each([
  "update ledger_checkpoints set seq = 9",
  "delete from ledger_checkpoints",
  "truncate ledger_checkpoints",
])("the database rejects: %s", async (statement) => {
  await expect(sql.raw(statement).execute(database())).rejects.toThrow("append-only");
});

describe("after tampering", () => {
  const tables = [
    "ledger_postings",
    "ledger_entries",
    "ledger_checkpoints",
    "ledger_checkpoint_head",
  ];
  beforeAll(() => disableGuards(tables));
  beforeEach(async () => {
    const restore = await backUpTables(tables);
    return async () => {
      await restore();
      expect(await faultsFound()).toEqual([]);
    };
  });

  test.each([
    "amount_paise = amount_paise + 1",
    "account = 'bank'",
    "created_at = created_at + interval '1 microsecond'",
    "wallet_id = (select id from wallets limit 1)",
    "balance_after_paise = 0",
    "wallet_entry = 9",
  ])("names an entry with %s [20.11]", async (change) => {
    const [{ posting_id, line }] = await twoEntries();
    await tamper(
      `update ledger_entries set ${change} where posting_id = '${posting_id}' and line = ${line}`,
    );
    expect(await faultsFound()).toEqual([`posting ${posting_id} line ${line} was changed`]);
  });

  test.each([
    "kind = 'reverse'",
    "subject_id = gen_random_uuid()",
    "created_at = created_at + interval '1 microsecond'",
  ])("names a posting with %s [20.11]", async (change) => {
    const [{ posting_id }] = await twoEntries();
    await tamper(`update ledger_postings set ${change} where id = '${posting_id}'`);
    expect(await faultsFound()).toEqual([`posting ${posting_id} was changed`]);
  });

  test("names a removed entry [20.11]", async () => {
    const [{ posting_id, line }] = await twoEntries();
    await tamper(
      `delete from ledger_entries where posting_id = '${posting_id}' and line = ${line}`,
    );
    expect(await faultsFound()).toEqual([`posting ${posting_id} line ${line} is missing`]);
  });

  test("names a removed posting, with or without its entries", async () => {
    const [one, other] = await twoEntries();
    await tamper(
      `delete from ledger_postings where id in ('${one.posting_id}', '${other.posting_id}')`,
      `delete from ledger_entries where posting_id = '${other.posting_id}'`,
    );
    expect(await faultsFound()).toEqual([
      `posting ${one.posting_id} is missing`,
      `posting ${other.posting_id} is missing`,
    ]);
  });

  test("names the newest covered posting when it is removed", async () => {
    const { rows } = await sql<{ id: string }>`
      select id from ledger_postings order by id desc limit 1
    `.execute(database());
    await tamper(
      `delete from ledger_entries where posting_id = '${rows[0]?.id}'`,
      `delete from ledger_postings where id = '${rows[0]?.id}'`,
    );
    expect(await faultsFound()).toEqual([`posting ${rows[0]?.id} is missing`]);
  });

  test("names both postings whose ids were swapped [20.11]", async () => {
    const [{ posting_id: one }, { posting_id: other }] = await twoEntries();
    await tamper(
      `update ledger_postings set id = case id when '${one}'::uuid then '${other}'::uuid
         else '${one}'::uuid end where id in ('${one}', '${other}')`,
    );
    expect(await faultsFound()).toEqual([
      `posting ${one} was changed`,
      `posting ${other} was changed`,
    ]);
  });

  test("names both entries whose lines were swapped", async () => {
    const [{ posting_id }] = await twoEntries();
    await tamper(
      `update ledger_entries set line = line + 10 where posting_id = '${posting_id}'
         and line in (1, 2)`,
      `update ledger_entries set line = case line when 11 then 2 else 1 end
         where posting_id = '${posting_id}' and line in (11, 12)`,
    );
    expect(await faultsFound()).toEqual([
      `posting ${posting_id} line 1 was changed`,
      `posting ${posting_id} line 2 was changed`,
    ]);
  });

  test("names a forged posting among old ones, and a forged entry [20.11]", async () => {
    const [{ posting_id }, { posting_id: other }] = await twoEntries();
    const forged = `${posting_id.slice(0, -1)}${posting_id.endsWith("0") ? "1" : "0"}`;
    await tamper(
      `insert into ledger_postings values ('${forged}', 'credit', '${newId()}', now(), '${noTenantId}')`,
      `insert into ledger_entries (tenant_id, posting_id, line, account, amount_paise, created_at)
       values ('${noTenantId}', '${forged}', 1, 'bank', -5, now()),
         ('${noTenantId}', '${forged}', 2, 'provider', 5, now()),
         ('${noTenantId}', '${other}', 9, 'provider', 5, now())`,
    );
    expect((await faultsFound()).toSorted()).toEqual(
      [
        `posting ${forged} was added after its checkpoint`,
        `posting ${other} has an entry that was added`,
      ].toSorted(),
    );
  });

  test("names a checkpoint that was recomputed after a change", async () => {
    const [{ posting_id }] = await twoEntries();
    await tamper(
      `update ledger_postings set kind = 'reverse' where id = '${posting_id}'`,
      `update ledger_checkpoints as checkpoint set digests = (
         select array_agg(digest order by posting_id)
         from ledger_digests('00000000-0000-0000-0000-000000000000', checkpoint.up_to)
       ) where seq = 1`,
    );
    expect(await faultsFound()).toContain("checkpoint 1 was changed");
  });

  test("finds checkpoints that were removed at the end", async () => {
    await tamper(
      "delete from ledger_checkpoints where seq = (select max(seq) from ledger_checkpoints)",
    );
    expect((await faultsFound())[0]).toMatch(/^checkpoints \d+ to \d+ are missing at the end$/);
  });

  test("finds a head that was moved back, by the checkpoint after it", async () => {
    await tamper("update ledger_checkpoint_head set seq = seq - 1");
    expect(await faultsFound()).toContainEqual(
      expect.stringMatching(/^checkpoint \d+ was added after/),
    );
  });
});
