// The guarantee: whatever is done to a posting or entry once it is sealed is found, with its
// name; and what is honest is sealed exactly once and never called a fault.
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { disarm, keep, sealAll, tamper } from "../../test/tamper.ts";
import { openWorld, type World } from "../../test/world.ts";
import { impsOrder } from "../../test/forms.ts";
import type { SignedIn } from "../../test/signed-in.ts";
import { database, transaction } from "../db.ts";
import { newId } from "../ids.ts";
import * as ledger from "./ledger.ts";
import { nobody } from "./posting.ts";
import { Sealer } from "./seal.ts";
import { verifySeals } from "./verify-seals.ts";

let world: World;
let payer: SignedIn;
beforeAll(async () => {
  world = await openWorld();
  payer = await world.operator({ wallet: "₹50,000" });
  for (let payout = 0; payout < 3; payout += 1) await payer.pay(impsOrder());
  await world.work();
  await sealAll();
});
afterAll(() => world.close());

const found = async () => (await verifySeals(database())).faults.map(({ where }) => where);

interface Row {
  posting_id: string;
  line: number;
}

/** Two entries on the payer's account "provider", and so of two postings that look alike. */
async function twoEntries(): Promise<[Row, Row]> {
  const { rows } = await sql<Row>`
    select posting_id, line from ledger_entries where account = 'provider' order by posting_id
  `.execute(database());
  return rows as [Row, Row];
}

test("a ledger that nobody touched passes, and every posting is under a seal", async () => {
  const verdict = await verifySeals(database());
  const { rows } = await sql<{ postings: bigint }>`
    select count(*) as postings from ledger_postings
  `.execute(database());
  expect(verdict.faults).toEqual([]);
  expect([verdict.sealed, verdict.unsealed]).toEqual([rows[0]?.postings, 0n]);
  expect(verdict.sealed).toBeGreaterThanOrEqual(7n);
});

describe("what is honest", () => {
  test("a posting that commits late is sealed with its time, and never a fault", async () => {
    const walletId = payer.id;
    const sealer = new Sealer();
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
    const before = await verifySeals(database());
    for (let pass = 0; pass < 4; pass += 1) await sealer.pass({ atMost: 1_000, skewSeconds: 0 });
    const meanwhile = await verifySeals(database());
    expect(meanwhile.faults).toEqual([]);
    expect(meanwhile.sealed).toBe(before.sealed);
    commit();
    await late;
    await sealAll();
    expect(await other.balance()).toBe(10_000);
    const after = await verifySeals(database());
    expect([after.faults, after.sealed]).toEqual([[], before.sealed + before.unsealed + 1n]);
  });

  test("many sealers beside payouts seal every posting exactly once", async () => {
    const sealers = Array.from({ length: 3 }, () => new Sealer());
    let paying = true;
    const sealing = sealers.map(async (sealer) => {
      while (paying) await sealer.pass({ atMost: 2, skewSeconds: 0 });
    });
    const others = await Promise.all([1, 2, 3].map(() => world.operator({ wallet: "₹20,000" })));
    await Promise.all(
      others.map(async (one) => {
        for (let payout = 0; payout < 5; payout += 1) await one.pay(impsOrder());
        await world.work();
      }),
    );
    paying = false;
    await Promise.all(sealing);
    await sealAll();
    const { rows } = await sql<{ postings: bigint; listed: bigint; distinct: bigint }>`
      select (select count(*) from ledger_postings) as postings, count(*) as listed,
        count(distinct id) as distinct
      from ledger_seals, unnest(posting_ids) as id
    `.execute(database());
    const { postings, listed, distinct } = rows[0] ?? {};
    expect([listed, distinct]).toEqual([postings, postings]);
    expect((await verifySeals(database())).faults).toEqual([]);
  });

  test("what is too new for a seal is counted, until it is sealed", async () => {
    await world.operator({ wallet: "₹100" });
    expect((await verifySeals(database())).unsealed).toBe(1n);
    await sealAll();
    expect((await verifySeals(database())).unsealed).toBe(0n);
  });
});

test.each(["update ledger_seals set seq = 9", "delete from ledger_seals", "truncate ledger_seals"])(
  "the database refuses: %s",
  async (statement) => {
    await expect(sql.raw(statement).execute(database())).rejects.toThrow("append-only");
  },
);

describe("after tampering", () => {
  const tables = ["ledger_postings", "ledger_entries", "ledger_seals", "ledger_seal_head"];
  beforeAll(() => disarm(tables));
  beforeEach(async () => {
    const putBack = await keep(tables);
    return async () => {
      await putBack();
      expect(await found()).toEqual([]);
    };
  });

  test.each([
    "amount_paise = amount_paise + 1",
    "account = 'bank'",
    "created_at = created_at + interval '1 microsecond'",
    "wallet_id = (select id from wallets limit 1)",
    "balance_after_paise = 0",
    "wallet_entry = 9",
  ])("an entry with %s is named", async (change) => {
    const [{ posting_id, line }] = await twoEntries();
    await tamper(
      `update ledger_entries set ${change} where posting_id = '${posting_id}' and line = ${line}`,
    );
    expect(await found()).toEqual([`posting ${posting_id} line ${line} was changed`]);
  });

  test.each([
    "kind = 'reverse'",
    "subject_id = gen_random_uuid()",
    "created_at = created_at + interval '1 microsecond'",
  ])("a posting with %s is named", async (change) => {
    const [{ posting_id }] = await twoEntries();
    await tamper(`update ledger_postings set ${change} where id = '${posting_id}'`);
    expect(await found()).toEqual([`posting ${posting_id} was changed`]);
  });

  test("a removed entry is named", async () => {
    const [{ posting_id, line }] = await twoEntries();
    await tamper(
      `delete from ledger_entries where posting_id = '${posting_id}' and line = ${line}`,
    );
    expect(await found()).toEqual([`posting ${posting_id} line ${line} is missing`]);
  });

  test("a removed posting is named, with or without its entries", async () => {
    const [one, other] = await twoEntries();
    await tamper(
      `delete from ledger_postings where id in ('${one.posting_id}', '${other.posting_id}')`,
      `delete from ledger_entries where posting_id = '${other.posting_id}'`,
    );
    expect(await found()).toEqual([
      `posting ${one.posting_id} is missing`,
      `posting ${other.posting_id} is missing`,
    ]);
  });

  test("the newest sealed posting, removed, is named", async () => {
    const { rows } = await sql<{ id: string }>`
      select id from ledger_postings order by id desc limit 1
    `.execute(database());
    await tamper(
      `delete from ledger_entries where posting_id = '${rows[0]?.id}'`,
      `delete from ledger_postings where id = '${rows[0]?.id}'`,
    );
    expect(await found()).toEqual([`posting ${rows[0]?.id} is missing`]);
  });

  test("two postings in each other's place are both named", async () => {
    const [{ posting_id: one }, { posting_id: other }] = await twoEntries();
    await tamper(
      `update ledger_postings set id = case id when '${one}'::uuid then '${other}'::uuid
         else '${one}'::uuid end where id in ('${one}', '${other}')`,
    );
    expect(await found()).toEqual([`posting ${one} was changed`, `posting ${other} was changed`]);
  });

  test("two entries in each other's place are both named", async () => {
    const [{ posting_id }] = await twoEntries();
    await tamper(
      `update ledger_entries set line = line + 10 where posting_id = '${posting_id}'
         and line in (1, 2)`,
      `update ledger_entries set line = case line when 11 then 2 else 1 end
         where posting_id = '${posting_id}' and line in (11, 12)`,
    );
    expect(await found()).toEqual([
      `posting ${posting_id} line 1 was changed`,
      `posting ${posting_id} line 2 was changed`,
    ]);
  });

  test("a forged posting among old ones, and a forged entry, are named", async () => {
    const [{ posting_id }, { posting_id: other }] = await twoEntries();
    const forged = `${posting_id.slice(0, -1)}${posting_id.endsWith("0") ? "1" : "0"}`;
    await tamper(
      `insert into ledger_postings values ('${forged}', 'credit', '${newId()}', now(), '${nobody}')`,
      `insert into ledger_entries (tenant_id, posting_id, line, account, amount_paise, created_at)
       values ('${nobody}', '${forged}', 1, 'bank', -5, now()),
         ('${nobody}', '${forged}', 2, 'provider', 5, now()),
         ('${nobody}', '${other}', 9, 'provider', 5, now())`,
    );
    expect((await found()).toSorted()).toEqual(
      [
        `posting ${forged} was added behind the seals`,
        `posting ${other} has an entry that was added`,
      ].toSorted(),
    );
  });

  test("a seal that was made to fit what was changed is named", async () => {
    const [{ posting_id }] = await twoEntries();
    await tamper(
      `update ledger_postings set kind = 'reverse' where id = '${posting_id}'`,
      `update ledger_seals as seal set digests = (
         select array_agg(digest order by posting_id)
         from ledger_digests('00000000-0000-0000-0000-000000000000', seal.up_to)
       ) where seq = 1`,
    );
    expect(await found()).toContain("seal 1 was changed");
  });

  test("seals cut from the end are missed, though nothing was sealed twice", async () => {
    await tamper("delete from ledger_seals where seq = (select max(seq) from ledger_seals)");
    expect((await found())[0]).toMatch(/^seals \d+ to \d+ are missing at the end$/);
  });

  test("the head put back is told from a seal behind it", async () => {
    await tamper("update ledger_seal_head set seq = seq - 1");
    expect(await found()).toContainEqual(expect.stringMatching(/^seal \d+ was added behind/));
  });
});
