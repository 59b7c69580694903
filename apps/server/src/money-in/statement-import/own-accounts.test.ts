// A statement is of one named receiving account. A transfer that came to another one of ours is still
// an exact match, credited where it arrived, and its line says so.
import { approveStatementLine } from "@rokad/contract/statement-import";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openReceivingWorld, type ReceivingWorld } from "../../../test/receiving-world.ts";
import {
  creditRow,
  csvStatement,
  statementColumns,
  statementsOf,
  type StatementRow,
} from "../../../test/statement-world.ts";
import type { OwnAccount } from "@rokad/contract/receiving-accounts";

let world: ReceivingWorld;
let hdfc: OwnAccount;
let icici: OwnAccount;
beforeEach(async () => {
  world = await openReceivingWorld();
  hdfc = await world.add();
  icici = await world.add({ bank_name: "ICICI Bank", ifsc_code: "ICIC0000026" });
});
afterEach(async () => {
  expect(await world.faults()).toEqual([]);
  await world.close();
});

const shown = ({ bank_name, account_number: number }: OwnAccount) =>
  `${bank_name} ****${number.slice(-4)}`;
const fileOf = (rows: readonly StatementRow[], letterhead = "Rokad Collections") =>
  csvStatement(rows, letterhead);
const send = (file: Buffer, account?: string) =>
  world.meera.post("/super-admin/statement-imports", {
    file_name: "a.csv",
    content: file.toString("base64"),
    columns: statementColumns,
    ...(account !== undefined && { receiving_account_id: account }),
  });

async function importInto(account: OwnAccount, ...rows: StatementRow[]) {
  const statements = statementsOf(world);
  const { id } = await statements.import(world.meera, fileOf(rows), { account: account.id });
  return { id, lines: await statements.lines(world.meera, id) };
}

test("the account is chosen, or the letterhead names it, and the two must agree", async () => {
  const rows = [creditRow(world.newUtr())];
  const silent = await send(fileOf(rows));
  expect([silent.status, silent.body.error.fields]).toEqual([
    400,
    { receiving_account_id: "Choose the account of this statement" },
  ]);
  const unknown = await send(fileOf(rows), world.meera.id);
  expect(unknown.status).toBe(400);
  const named = fileOf(rows, `Account No: ${icici.account_number}`);
  const recognised = await send(named);
  expect(recognised.body.data.receiving_account).toMatchObject({ id: icici.id });
  const wrong = await send(named, hdfc.id);
  expect([wrong.status, wrong.body.error]).toMatchObject([
    422,
    {
      code: "STATEMENT_OF_OTHER_ACCOUNT",
      message: `This statement is of ${shown(icici)}, not of ${shown(hdfc)}. Choose ${shown(icici)}.`,
    },
  ]);
  const foreign = await send(fileOf(rows, "Account No: 99887766554433"), hdfc.id);
  expect(foreign.body.error.message).toBe(
    `This statement is of the account ****4433, not of ${shown(hdfc)}.`,
  );
  const preview = await world.meera.post("/super-admin/statement-imports/preview", {
    file_name: "a.csv",
    content: named.toString("base64"),
  });
  expect(preview.body.data).toMatchObject({ receiving_account_id: icici.id, names_account: true });
});

test("a preview says that a file names no account", async () => {
  const preview = await world.meera.post("/super-admin/statement-imports/preview", {
    file_name: "a.csv",
    content: fileOf([creditRow(world.newUtr())]).toString("base64"),
    receiving_account_id: hdfc.id,
  });
  expect(preview.body.data).toMatchObject({ receiving_account_id: hdfc.id, names_account: false });
});

test("a transfer that arrived in another account of ours is exact, and is credited where it arrived [17.10]", async () => {
  const utr = world.newUtr();
  const tenant = await world.retailer();
  await world.request(tenant, hdfc, { rupees: 1_000, utr });
  const { id, lines } = await importInto(icici, creditRow(utr));
  expect(lines[0]).toMatchObject({
    outcome: "exact",
    reason: `UTR and amount match. It arrived in ${shown(icici)} instead of ${shown(hdfc)}.`,
  });
  const { credited, refused } = await statementsOf(world).approveAll(world.meera, id);
  expect([credited, refused]).toEqual([1, []]);
  expect(await tenant.balance()).toBe(1_000_00);
  expect([await world.receivedIn(hdfc), await world.receivedIn(icici)]).toEqual([0, 1_000_00]);
});

test("a line that was credited as received elsewhere says so, and an inactive account can be imported", async () => {
  const utr = world.newUtr();
  const { _id: id } = await world.request(await world.retailer(), hdfc, { rupees: 1_000, utr });
  await world.approve(world.meera, id);
  await world.change(icici, { is_active: false });
  const { lines } = await importInto(icici, creditRow(utr));
  expect(lines[0]).toMatchObject({ outcome: "credited" });
  expect(lines[0]?.reason).toContain(
    `It was credited as received in ${shown(hdfc)}, and this is the statement of ${shown(icici)}.`,
  );
});

test("a transfer that another account's statement takes back is contradicted, with both accounts", async () => {
  const [credited, pending] = [world.newUtr(), world.newUtr()];
  const tenant = await world.retailer();
  const { _id: id } = await world.request(tenant, hdfc, { rupees: 1_000, utr: credited });
  await world.approve(world.meera, id);
  await world.request(tenant, hdfc, { rupees: 1_000, utr: pending });
  const debit = (utr: string): StatementRow => ["22/11/2026", `RETURN ${utr}`, utr, "1,000.00", ""];
  const { lines } = await importInto(icici, debit(credited), debit(pending));
  expect(lines.map(({ outcome }) => outcome)).toEqual(["taken_back", "taken_back"]);
  expect(lines[0]?.reason).toContain(`It was credited as received in ${shown(hdfc)}`);
  expect(lines[1]?.reason).toContain(`The request names ${shown(hdfc)}.`);
  const { body } = await world.ravi.get("/notifications");
  const found = body.data.find(({ kind }) => kind === "statement_contradicts");
  expect(found?.text).toContain(`credited as received in ${shown(hdfc)}`);
});

test("a cut UTR prefers the requests of its own account", async () => {
  const tenant = await world.retailer();
  const utrs = ["412345678901", "412345678902"] as const;
  await world.request(tenant, hdfc, { rupees: 1_000, utr: utrs[0] });
  const own = await world.request(tenant, icici, { rupees: 1_000, utr: utrs[1] });
  const { lines } = await importInto(icici, creditRow("4.12E+11"));
  expect(lines[0]).toMatchObject({ outcome: "mangled_candidate", deposit: { id: own._id } });
  const { lines: others } = await importInto(
    hdfc,
    creditRow("4.12E+11", "IMPS SHARMA TRADERS", "1,000.00"),
  );
  expect(others[0]?.deposit?.id).not.toBe(own._id);
});

test("one file imported for two accounts pays for one request", async () => {
  const utr = world.newUtr();
  const tenant = await world.retailer();
  await world.request(tenant, hdfc, { rupees: 1_000, utr });
  const first = await importInto(hdfc, creditRow(utr));
  const second = await importInto(icici, creditRow(utr));
  expect(second.lines[0]?.seen_before).not.toBeNull();
  const approve = (id: string) => statementsOf(world).approveAll(world.meera, id);
  const results = await Promise.all([approve(first.id), approve(second.id)]);
  expect(results.reduce((sum, { credited }) => sum + credited, 0)).toBe(1);
  expect(await tenant.balance()).toBe(1_000_00);
});

test("another amount on another account's statement is credited where it arrived", async () => {
  const utr = world.newUtr();
  const tenant = await world.retailer();
  await world.request(tenant, hdfc, { rupees: 1_000, utr });
  const { lines } = await importInto(icici, creditRow(utr, undefined, "990.00"));
  expect(lines[0]?.reason).toContain(`It arrived in ${shown(icici)} instead of ${shown(hdfc)}.`);
  const params = { id: lines[0]?.id ?? "" };
  await world.meera.ask(approveStatementLine, { params, body: { amount_reason: "Charges" } });
  expect([await tenant.balance(), await world.receivedIn(icici)]).toEqual([990_00, 990_00]);
});
