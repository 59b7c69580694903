// The guarantee: a changed byte, a removed row, a cut tail, a reordered pair and a forged row of
// the audit log are each found with their number, and so is what was done to the ledger, by the
// command that an operator runs.
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { disarm, keep, sealAll, tamper } from "../../test/tamper.ts";
import { openWorld, type World } from "../../test/world.ts";
import { adminCommand } from "../admin.ts";
import { database, transaction } from "../db.ts";
import { record } from "./record.ts";
import { verifyLog } from "./verify-log.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
  // First, so that the rows that are tampered with have every column filled.
  for (let row = 0; row < 10; row += 1) {
    await transaction((db) =>
      record(db, {
        act: "setting.changed",
        by: null,
        from: { address: "203.0.113.9", userAgent: "Firefox" },
        subject: { kind: "setting", id: "txn_fees" },
        reason: "a test",
        before: { txn_fees: row },
        after: { txn_fees: row + 1 },
      }),
    );
  }
  await world.operator({ wallet: "₹1,000" });
  await sealAll();
});
afterAll(() => world.close());

const found = async () => (await verifyLog(database())).faults;

/** What the command prints, and whether it says that all is well. */
async function verifyByCommand() {
  const lines: string[] = [];
  const well = await adminCommand(["verify"], (line) => lines.push(line)).then(
    () => true,
    (error: Error) => lines.push(error.message) && false,
  );
  return { well, lines };
}

test("an honest log passes while rows are added", async () => {
  const add = () => transaction((db) => record(db, { act: "job.retried", by: null }));
  const [faults] = await Promise.all([found(), ...Array.from({ length: 10 }, add)]);
  expect(faults).toEqual([]);
});

test("the command names each rule, counts what is not sealed yet, and tells both heads", async () => {
  const { rows } = await sql<{ hash: string }>`
    select encode(hash, 'hex') as hash from audit_head
  `.execute(database());
  const { well, lines } = await verifyByCommand();
  expect(well).toBe(true);
  const text = lines.join("\n");
  expect(text).toContain("ok    every row of the audit log is as it was written");
  expect(text).toContain("ok    every posting is as it was sealed");
  expect(text).toContain("not sealed yet: 0");
  expect(text).toContain(rows[0]?.hash);
});

describe("after tampering", () => {
  const tables = ["audit_log", "audit_head", "ledger_entries"];
  beforeAll(() => disarm(tables));
  beforeEach(async () => {
    const putBack = await keep(tables);
    return async () => {
      await putBack();
      expect(await found()).toEqual([]);
    };
  });

  test.each([
    "at = at + interval '1 microsecond'",
    "actor_id = (select id from people limit 1)",
    "act = 'setting.changee'",
    "subject_kind = 'tenant'",
    "subject_id = 'gst_percent'",
    "reason = null",
    `before = '{"txn_fees":9}'`,
    "after = null",
    "address = '203.0.113.8'",
    "user_agent = 'Firefoy'",
    "previous_hash = sha256('x')",
    "hash = sha256('x')",
  ])("a row with %s is named", async (change) => {
    await tamper(`update audit_log set ${change} where seq = 5`);
    expect(await found()).toContain("row 5 was changed");
  });

  test("a row whose own hash was made to fit is betrayed by the next", async () => {
    await tamper(
      "update audit_log set reason = 'another' where seq = 5",
      "update audit_log set hash = sha256(audit_line(audit_log)) where seq = 5",
    );
    expect(await found()).toEqual(["row 6 does not follow the row before"]);
  });

  test("a removed row is named, and so are several, and the first", async () => {
    await tamper("delete from audit_log where seq in (1, 4, 6, 7)");
    expect(await found()).toEqual([
      "row 1 is missing",
      "row 4 is missing",
      "rows 6 to 7 are missing",
    ]);
  });

  test("rows cut from the end are named", async () => {
    const { head } = await verifyLog(database());
    await tamper(`delete from audit_log where seq > ${head.seq - 2n}`);
    expect(await found()).toEqual([`rows ${head.seq - 1n} to ${head.seq} are missing at the end`]);
  });

  test("two rows in each other's place are both named", async () => {
    await tamper("update audit_log set seq = 11 - seq where seq in (5, 6)");
    expect(await found()).toEqual(["row 5 was changed", "row 6 was changed", expect.any(String)]);
  });

  test("a forged row at the end is named, whether or not its hash fits", async () => {
    const { head } = await verifyLog(database());
    await tamper(
      `insert into audit_log (seq, at, act, previous_hash, hash)
       select seq + 1, now(), 'tenant.created', hash, hash from audit_head`,
      `update audit_log set hash = sha256(audit_line(audit_log)) where seq = ${head.seq + 1n}`,
    );
    expect(await found()).toEqual([`row ${head.seq + 1n} was added behind the head`]);
  });

  test("the head of another chain is not taken", async () => {
    const { head } = await verifyLog(database());
    await tamper("update audit_head set hash = sha256('x')");
    expect(await found()).toEqual([`the head of the audit log is not that of row ${head.seq}`]);
  });

  test("the command fails and names the row, in the log and in the ledger", async () => {
    await tamper(
      "update audit_log set reason = 'another' where seq = 5",
      "update ledger_entries set created_at = created_at + interval '1 hour' where line = 2",
    );
    const { well, lines } = await verifyByCommand();
    expect(well).toBe(false);
    const text = lines.join("\n");
    expect(text).toContain("FAULT every row of the audit log is as it was written");
    expect(text).toContain("row 5 was changed");
    expect(text).toMatch(/posting [0-9a-f-]{36} line 2 was changed/);
  });
});
