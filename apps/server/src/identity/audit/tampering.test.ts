// The guarantee: `npm run admin -- verify` names each row of the audit log that was changed, removed,
// cut off, reordered or forged, and each change to the ledger.
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { disableGuards, backUpTables, checkpointAll, tamper } from "../../../test/tamper.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { adminCommand } from "../../admin-commands.ts";
import { database, transaction } from "../../database/db.ts";
import { record } from "./record.ts";
import { verifyLog } from "./verify-log.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
  // Added first, so that the rows changed below have a value in every column.
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
  await checkpointAll();
});
afterAll(() => world.close());

const findFaults = async () => (await verifyLog(database())).faults;

/** The lines that the command prints, and whether it succeeds. */
async function verifyByCommand() {
  const lines: string[] = [];
  const succeeds = await adminCommand(["verify"], (line) => lines.push(line)).then(
    () => true,
    (error: Error) => lines.push(error.message) && false,
  );
  return { succeeds, lines };
}

test("an untouched log passes while rows are added", async () => {
  const add = () => transaction((db) => record(db, { act: "job.retried", by: null }));
  const [faults] = await Promise.all([findFaults(), ...Array.from({ length: 10 }, add)]);
  expect(faults).toEqual([]);
});

test("the command names each rule, counts postings after the checkpoint and prints both heads", async () => {
  const { rows } = await sql<{ hash: string }>`
    select encode(hash, 'hex') as hash from audit_head
  `.execute(database());
  const { succeeds, lines } = await verifyByCommand();
  expect(succeeds).toBe(true);
  const text = lines.join("\n");
  expect(text).toContain("ok    every row of the audit log is as it was written");
  expect(text).toContain("ok    every posting matches its checkpoint");
  expect(text).toContain("without a checkpoint: 0");
  expect(text).toContain(rows[0]?.hash);
});

describe("after tampering", () => {
  const tables = ["audit_log", "audit_head", "ledger_entries"];
  beforeAll(() => disableGuards(tables));
  beforeEach(async () => {
    const putBack = await backUpTables(tables);
    return async () => {
      await putBack();
      expect(await findFaults()).toEqual([]);
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
  ])("names a row changed by %s [20.10]", async (change) => {
    await tamper(`update audit_log set ${change} where seq = 5`);
    expect(await findFaults()).toContain("row 5 was changed");
  });

  test("names the next row when a changed row has a matching hash", async () => {
    await tamper(
      "update audit_log set reason = 'another' where seq = 5",
      "update audit_log set hash = sha256(audit_line(audit_log)) where seq = 5",
    );
    expect(await findFaults()).toEqual(["row 6 does not follow the row before"]);
  });

  test("names removed rows, the first row included [20.10]", async () => {
    await tamper("delete from audit_log where seq in (1, 4, 6, 7)");
    expect(await findFaults()).toEqual([
      "row 1 is missing",
      "row 4 is missing",
      "rows 6 to 7 are missing",
    ]);
  });

  test("names rows cut from the end [20.10]", async () => {
    const { head } = await verifyLog(database());
    await tamper(`delete from audit_log where seq > ${head.seq - 2n}`);
    expect(await findFaults()).toEqual([
      `rows ${head.seq - 1n} to ${head.seq} are missing at the end`,
    ]);
  });

  test("names both rows of a swapped pair [20.10]", async () => {
    await tamper("update audit_log set seq = 11 - seq where seq in (5, 6)");
    expect(await findFaults()).toEqual([
      "row 5 was changed",
      "row 6 was changed",
      expect.any(String),
    ]);
  });

  test("names a forged row at the end even when its hash matches", async () => {
    const { head } = await verifyLog(database());
    await tamper(
      `insert into audit_log (seq, at, act, previous_hash, hash)
       select seq + 1, now(), 'tenant.created', hash, hash from audit_head`,
      `update audit_log set hash = sha256(audit_line(audit_log)) where seq = ${head.seq + 1n}`,
    );
    expect(await findFaults()).toEqual([`row ${head.seq + 1n} was added after the head`]);
  });

  test("rejects the head of another chain", async () => {
    const { head } = await verifyLog(database());
    await tamper("update audit_head set hash = sha256('x')");
    expect(await findFaults()).toEqual([
      `the head of the audit log does not match row ${head.seq}`,
    ]);
  });

  test("the command fails and names the rows in the log and in the ledger [20.10]", async () => {
    await tamper(
      "update audit_log set reason = 'another' where seq = 5",
      "update ledger_entries set created_at = created_at + interval '1 hour' where line = 2",
    );
    const { succeeds, lines } = await verifyByCommand();
    expect(succeeds).toBe(false);
    const text = lines.join("\n");
    expect(text).toContain("FAULT every row of the audit log is as it was written");
    expect(text).toContain("row 5 was changed");
    expect(text).toMatch(/posting [0-9a-f-]{36} line 2 was changed/);
  });
});
