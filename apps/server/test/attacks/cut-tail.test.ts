// The attack: the owner of the database removes the newest rows of the audit log and of the ledger
// together with what proves them, or writes the whole chain again. `verify` sees nothing wrong; the
// heads that were published outside do.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { adminCommand } from "../../src/admin-commands.ts";
import { database, transaction } from "../../src/database/db.ts";
import { record } from "../../src/identity/audit/record.ts";
import { verifyLog } from "../../src/identity/audit/verify-log.ts";
import { verifyCheckpoints } from "../../src/ledger/verify-checkpoints.ts";
import { useLogCopies } from "../../src/operations/log-copies/configured-copies.ts";
import { publishHeads } from "../../src/operations/log-copies/publish-heads.ts";
import { readHeads } from "../../src/operations/log-copies/chain-heads.ts";
import { checkpointAll, disableGuards, tamper } from "../tamper.ts";
import { openWorld, type World } from "../world.ts";

const tables = [
  "audit_log",
  "audit_head",
  "audit_days",
  "ledger_checkpoints",
  "ledger_checkpoint_head",
  "ledger_postings",
  "ledger_entries",
];

let world: World;
let folder: string;
let file: string;
beforeAll(async () => {
  world = await openWorld();
  const tenant = await world.operator({ wallet: "₹1,000" });
  await checkpointAll();
  await world.fund(tenant, 500);
  await checkpointAll();
  folder = await mkdtemp(join(tmpdir(), "rokad-attack-"));
  file = join(folder, "heads.txt");
  useLogCopies({ headsFile: file });
  await publishHeads();
  await disableGuards(tables);
}, 60_000);
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

async function verifyHeadsByCommand() {
  const lines: string[] = [];
  const failure = await adminCommand(["verify-heads", "--file", file], (line) => lines.push(line))
    .then(() => undefined)
    .catch((error: Error) => error.message);
  return { lines, failure };
}

test("a tail that was cut off both chains passes verify, and the published heads name it [20.16]", async () => {
  const [audit, ledger] = await readHeads(database());
  await tamper(
    "delete from audit_log where seq > (select seq - 3 from audit_head)",
    "update audit_head set (seq, hash) = (select seq, hash from audit_log order by seq desc limit 1)",
    "delete from audit_days",
    `insert into audit_days (day, act, count, first_seq, last_seq)
      select (at at time zone 'Asia/Kolkata')::date, act, count(*), min(seq), max(seq)
      from audit_log group by 1, 2`,
    "delete from ledger_checkpoints where seq = (select seq from ledger_checkpoint_head)",
    `update ledger_checkpoint_head set (seq, hash, up_to) =
      (select seq, hash, up_to from ledger_checkpoints order by seq desc limit 1)`,
    "delete from ledger_entries where posting_id > (select up_to from ledger_checkpoint_head)",
    "delete from ledger_postings where id > (select up_to from ledger_checkpoint_head)",
  );
  expect((await verifyLog(database())).faults).toEqual([]);
  expect((await verifyCheckpoints(database())).faults).toEqual([]);
  const { lines, failure } = await verifyHeadsByCommand();
  expect(lines).toEqual([
    expect.stringMatching(
      `^FAULT row of the audit log ${audit?.seq}, published at .*, is missing: the end of the chain was cut off$`,
    ),
    expect.stringMatching(`^FAULT checkpoint of the ledger ${ledger?.seq}, .* is missing: `),
  ]);
  expect(failure).toBe("2 of 2 published heads do not match");
});

test("a chain that was continued after the cut has another hash, which is named [20.16]", async () => {
  await tamper(
    "alter table audit_days add primary key (day, act)",
    "alter table audit_log enable trigger audit_log_chained",
  );
  for (let rows = 0; rows < 5; rows += 1)
    await transaction((db) => record(db, { act: "job.retried", by: null, reason: "harmless" }));
  expect((await verifyLog(database())).faults).toEqual([]);
  const { lines } = await verifyHeadsByCommand();
  expect(lines[0]).toContain("has another hash now: the chain was rewritten");
});

test("a row that is cut off after the second publication is named as well [20.16]", async () => {
  await world.at(new Date(Date.now() + 24 * 3_600_000).toISOString(), () => publishHeads());
  await sql`delete from audit_log where seq = (select seq from audit_head)`.execute(database());
  expect((await verifyHeadsByCommand()).lines).toHaveLength(3);
});
