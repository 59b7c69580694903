// The files of the three histories equal, to the byte, the rows on the screens as `csv-file.ts` writes
// them. Only the payer sees a decrypted UPI ID.
import { displayPayoutField } from "@rokad/contract/payout-fields";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "../../../test/world.ts";
import { copyCsv, type HistoryFile } from "../../files/csv-copy.ts";
import { csvText, type Cell } from "../../files/csv-file.ts";
import { database } from "../../database/db.ts";
import { exportDeposits } from "../../money-in/deposits/export-deposits.ts";
import { idsOfPage, pageDeposits } from "../../money-in/deposits/page-deposits.ts";
import { selectByIds, type DepositFilter } from "../../money-in/deposits/queries.ts";
import { newId } from "../../kernel/ids.ts";
import { maskEnd } from "../../kernel/money.ts";
import { displayDestination } from "../../payouts/destination.ts";
import { payoutsFile } from "../../payouts/read/export-payouts.ts";
import { pagePayouts } from "../../payouts/read/page-payouts.ts";
import { encrypt } from "../../database/encryption/encrypt.ts";
import type { Tenant } from "../../kernel/person.ts";
import { exportWalletHistory } from "../wallet/export-wallet-history.ts";
import { pageMovements } from "../wallet/page-movements.ts";
import type { Movement } from "../wallet/queries.ts";
import { descriptionOf, shownDestinationOf } from "../wallet/wallet-transaction.ts";

const nasty = [
  "=cmd|' /C calc'!A0",
  "+91 98765",
  "-1+1",
  "@SUM(A1)",
  "\t=1",
  "＝1",
  "a,b",
  'say "hi", twice',
  "two\r\n=lines()",
  "",
  "रोकड़ ₹",
  "Sample Traders",
];

let world: World;
let tenant: Tenant;
beforeAll(async () => {
  world = await openWorld();
  const { id } = await world.operator();
  tenant = { tenantId: id } as Tenant;
  const [account] = [await world.approvedAccount(await world.operator())];
  await sql`update bank_accounts set account_holder_name = '=A1, "B"' where id = ${account}`.execute(
    database(),
  );
  for (const [nth, words] of nasty.entries()) {
    await writePayout(nth, words);
    await writeDeposit(nth, words, nth % 4 === 3 ? null : account);
  }
});
afterAll(() => world.close());

const firstPage = { page: 1, limit: 100 };

async function depositsOnScreen(filter: DepositFilter) {
  const { rows } = await pageDeposits(
    database(),
    { tenantId: tenant.tenantId, filter: { ...filter, ...firstPage } },
    selectByIds(database(), idsOfPage),
  );
  return rows;
}

/** Each payout has the next one, and the rest none. */
const purposes = ["vendor_bill", "salary", "refund", "utility", "other"];
const statuses = ["success", "failed", "pending", "processing"] as const;

async function writePayout(nth: number, words: string): Promise<void> {
  const id = newId();
  const isUpi = nth % 2 === 0;
  const upiId = nth % 4 === 0 ? `=shop,"${nth}"@okhdfc` : `shop.${nth}@okhdfc`;
  const encrypted = encrypt("payout destination", id, isUpi ? upiId : "000123456789");
  const at = new Date(1_790_000_000_999 + nth * 3_600_000);
  await sql`
    insert into payouts (id, tenant_id, reference_id, method, beneficiary_name, beneficiary_email,
      beneficiary_phone, beneficiary_address, destination_encrypted, destination_hash,
      destination_end, ifsc_code, bank_name, amount_paise, fee_paise, gst_paise, provider,
      order_digest, status, utr_number, failure_reason, purpose, created_at, updated_at)
    values (${id}, ${tenant.tenantId}, ${`NASTY${nth}`}, ${isUpi ? "upi" : "imps"}, ${words}, '', '', '',
      ${encrypted}, '\\x00', ${isUpi ? "@okhdfc" : "6789"}, ${isUpi ? null : "HDFC0000001"},
      ${words}, ${BigInt(nth) * 1001n + 1n}, 5, 0, 'primary', '\\x00',
      ${statuses[nth % 4]}, ${words}, ${words}, ${purposes[nth] ?? null}, ${at}, ${at})
  `.execute(database());
  if (nth % 4 !== 1) return;
  await sql`
    insert into payout_reversals (payout_id, tenant_id, amount_paise, reason, created_at)
    select id, tenant_id, amount_paise + fee_paise + gst_paise, ${words},
      ${new Date(at.getTime() + 60_000)}::timestamptz
    from payouts where id = ${id}
  `.execute(database());
}

async function writeDeposit(nth: number, words: string, account: string | null): Promise<void> {
  const at = new Date(1_790_001_000_123 + nth * 3_600_000);
  const status = (["completed", "failed", "pending"] as const)[nth % 3];
  await sql`
    insert into deposits (id, tenant_id, bank_account_id, amount_paise, utr_reference, remarks,
      status, review_note, reviewed_at, created_at, came_through)
    values (${newId()}, ${tenant.tenantId}, ${account}, ${nth * 7 + 1}, ${`NASTY${String(nth).padStart(12, "0")}`},
      ${words}, ${status}, ${words}, ${status === "pending" ? null : at}, ${at},
      ${account === null ? "sandbox" : null})
  `.execute(database());
}

async function written({ csv }: HistoryFile): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of copyCsv(database(), csv, 10)) pieces.push(piece);
  return Buffer.concat(pieces).toString("latin1");
}

async function expected({ csv }: HistoryFile, rows: readonly Cell[][]): Promise<string> {
  async function* each() {
    yield* rows;
  }
  const titles = csv.columns.map(([title]) => title);
  let whole = "";
  for await (const part of csvText(titles, each())) whole += part;
  return Buffer.from(whole).toString("latin1");
}

const viewers = [
  ["the payer", undefined],
  ["a super admin who views their console", true],
] as const;

test.for(viewers)("exports the rows of the payouts, for %s", async ([, isViewed]) => {
  const payer = { ...tenant, isViewed } as Tenant;
  const page = await pagePayouts(database(), payer, {}, firstPage);
  const rows = page.rows.map((row) => [
    row.created_at,
    row.reference_id,
    row.payout_kind === "withdrawal" ? "Withdrawal" : "Payout",
    row.method.toUpperCase(),
    row.beneficiary_name,
    displayDestination(payer, row),
    row.ifsc_code,
    row.bank_name,
    row.amount_paise,
    row.fee_paise,
    row.gst_paise,
    row.returned_paise,
    row.charges_returned_at || isRefunded(row) ? row.fee_paise + row.gst_paise : 0n,
    row.status,
    row.utr_number,
    row.failure_reason,
    // The founder initiated all of them; members.test.ts has another member's.
    null,
    displayPayoutField("purpose", row.purpose),
    // None waits for funds.
    null,
  ]);
  expect(rows.map((row) => row.at(-2)).filter(Boolean)).toHaveLength(purposes.length);
  const file = await payoutsFile(payer, {});
  expect(rows).toHaveLength(nasty.length);
  expect(await file.count()).toBe(BigInt(nasty.length));
  expect(await written(file)).toBe(await expected(file, rows));
});

/** Nothing of it was taken in the end, neither amount nor charges. */
const isRefunded = ({ status }: { status: string }) => ["failed", "cancelled"].includes(status);

const signed = ({ type, paise }: Movement) => (type === "debit" ? -paise : paise);

test.for(viewers)("exports the rows of the wallet history, for %s", async ([, isViewed]) => {
  const payer = { ...tenant, isViewed } as Tenant;
  const { rows: all } = await pageMovements(database(), payer, firstPage);
  const rows = all.map((row) => [
    row.at,
    row.type,
    signed(row),
    descriptionOf(row),
    shownDestinationOf(payer, row),
    row.ifsc_code,
    row.bank_name,
    row.amount_paise,
    row.fee_paise,
    row.gst_paise,
    row.reference,
    row.utr,
    row.status,
    row.failure_reason,
    row.id,
    isRefunded(row) ? 0n : signed(row),
  ]);
  const file = await exportWalletHistory(payer, {});
  expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(["payout", "deposit", "reversal"]));
  expect(await written(file)).toBe(await expected(file, rows));
});

test("exports the rows of the deposits", async () => {
  const all = await depositsOnScreen({});
  const rows = all.map((row) => [
    row.created_at,
    row.amount_paise,
    row.utr_reference,
    row.account_holder_name,
    row.account_number_end === null ? null : maskEnd(row.account_number_end),
    row.ifsc_code,
    row.bank_name,
    row.status,
    row.reviewed_at,
    row.status === "failed" ? row.review_note : null,
    row.remarks,
    row.id,
    row.requested_paise ?? row.amount_paise,
    row.amount_reason,
  ]);
  const file = await exportDeposits(tenant, {});
  expect(await file.count()).toBe(BigInt(nasty.length));
  expect(await written(file)).toBe(await expected(file, rows));
});

test("exports the same rows as the screen for a filter of status, day and part of a UTR", async () => {
  const filter = { status: "completed", utr: "00", from: "2026-09-21", to: "2026-09-21" } as const;
  const onScreen = await depositsOnScreen(filter);
  const file = await exportDeposits(tenant, filter);
  const lines = (await written(file)).trim().split("\r\n").slice(1);
  expect(onScreen.length).toBeGreaterThan(1);
  expect(lines.filter((line) => onScreen.some(({ id }) => line.includes(id)))).toHaveLength(
    onScreen.length,
  );
});

test.each(["0000-01-01", "0001-01-01"])("from %s on everything is in each file", async (from) => {
  for (const file of [
    await payoutsFile(tenant, { from }),
    await exportWalletHistory(tenant, { from }),
    await exportDeposits(tenant, { from }),
  ]) {
    const lines = (await written(file)).split("\r\n");
    expect(lines.length).toBeGreaterThan(nasty.length);
  }
});
