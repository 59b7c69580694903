// The guarantee: over a year of random fees and returns, invoices less credit notes are the books to
// the paisa, and their numbers have no gaps. The books are summed here by another query.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { upiOrder } from "../../../test/forms.ts";
import { putSettings, supplierSettings } from "../../../test/invoice-settings.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database } from "../../database/db.ts";
import { useClock } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { seededRandom } from "../../kernel/seeded-random.ts";
import { applyProviderUpdates } from "../../payouts/send/apply-provider-updates.ts";
import { issueDueDocuments } from "./issue-due-documents.ts";
import { monthAfter } from "./month-days.ts";

const random = seededRandom(20_250_401);
const skippedMonth = "2025-10";

interface Paid {
  readonly reference: string;
  readonly paise: bigint;
  returnedPaise: bigint;
}

let world: World;
let tenants: SignedIn[];
let restoreClock: () => void;
let time = Date.parse("2025-04-01T06:00:00Z");
const paid: Paid[] = [];

beforeAll(async () => {
  restoreClock = useClock(() => new Date(time));
  world = await openWorld();
  tenants = [];
  for (const name of ["Sharma Traders", "Verma Stores", "Iyer Textiles"])
    tenants.push(await world.operator({ name, wallet: "₹90,000" }));
  await putSettings({ ...supplierSettings, partial_return_charges: "refund" });
  await saveState(tenants[1], "27", "27AAPFU0939F1ZV");
  await saveState(tenants[2], "29", null);
  let month = "2025-04";
  for (let nth = 0; nth < 12; nth += 1, month = monthAfter(month)) await play(month, nth);
}, 10 * 60_000);

afterAll(async () => {
  restoreClock();
  await world.close();
});

async function saveState(tenant: SignedIn | undefined, state_code: string, gstin: string | null) {
  const { id = "" } = tenant ?? {};
  await database()
    .insertInto("billing_details")
    .values({
      tenant_id: id,
      legal_name: "A business",
      address: "1 Main Road",
      state_code,
      gstin,
      changed_at: new Date(time),
      changed_by: id,
    })
    .execute();
}

/** A month of payouts, returns on its 20th, and its documents on the 2nd of the next. */
async function play(month: string, nth: number): Promise<void> {
  // An odd GST for each payout: halves and roundings must still add up.
  await putSettings({ fee_paise: nth % 2 === 0 ? 5_00 : 5_55 });
  time = Date.parse(`${month}-05T06:00:00Z`);
  for (const { mobile } of tenants) await payout(mobile, random.between(0, 3));
  await world.work();
  time = Date.parse(`${month}-20T06:00:00Z`);
  for (const one of paid) if (random.chance(0.2)) await giveBack(one);
  time = Date.parse(`${monthAfter(month)}-01T22:00:00Z`);
  if (month !== skippedMonth) await Promise.all([issueDueDocuments(), issueDueDocuments()]);
}

async function payout(mobile: string, count: number): Promise<void> {
  const caller = await world.signIn(mobile);
  for (let nth = 0; nth < count; nth += 1) {
    const amount = random.between(100, 900);
    const { status, text, body } = await caller.pay(
      upiOrder(`payee${paid.length}@okhdfc`, { amount }),
    );
    if (status !== 201) throw new Error(text);
    const reference = body.data.reference_id;
    paid.push({ reference, paise: BigInt(amount) * 100n, returnedPaise: 0n });
  }
}

/** Returns a part of a payout, or all that is left of it. */
async function giveBack(one: Paid): Promise<void> {
  const left = one.paise - one.returnedPaise;
  if (left === 0n) return;
  const update = { reference: one.reference, adapter: "sandbox", state: "reversed" as const };
  const isWhole = random.chance(0.5);
  const part = { amountPaise: left / 3n, returnReference: newId() };
  const [result] = await applyProviderUpdates([isWhole ? update : { ...update, ...part }]);
  expect(result).toBe(isWhole ? "reverse" : "partial_return");
  one.returnedPaise += isWhole ? left : part.amountPaise;
}

interface Sum {
  readonly tenant: string;
  readonly month: string;
  readonly fees: bigint;
  readonly gst: bigint;
}

test("invoices less credit notes equal fee income and GST payable of each tenant and month [45.1]", async () => {
  const { rows: books } = await sql<Sum>`
    select tenant_id as tenant,
      to_char(created_at at time zone 'Asia/Kolkata', 'YYYY-MM') as month,
      coalesce(sum(amount_paise) filter (where account = 'fee_income'), 0)::bigint as fees,
      coalesce(sum(amount_paise) filter (where account = 'gst_payable'), 0)::bigint as gst
    from ledger_entries where account in ('fee_income', 'gst_payable')
    group by 1, 2 having sum(amount_paise) <> 0 order by 1, 2
  `.execute(database());
  const { rows: documents } = await sql<Sum>`
    select tenant_id as tenant, to_char(month, 'YYYY-MM') as month,
      sum(sign * taxable_paise)::bigint as fees,
      sum(sign * (cgst_paise + sgst_paise + igst_paise))::bigint as gst
    from tax_documents,
      lateral (select case kind when 'invoice' then 1 else -1 end as sign) as signed
    group by 1, 2 having sum(sign * taxable_paise) <> 0 order by 1, 2
  `.execute(database());
  expect(books.length).toBeGreaterThan(25);
  expect(documents).toEqual(books);
  expect(await world.faults()).toEqual([]);
});

test("numbers are consecutive in each series and year, and never older than the one before [45.1]", async () => {
  const { rows } = await sql<{ kind: string; year: number; numbers: string[]; serials: number[] }>`
    select kind, financial_year as year, array_agg(number order by serial) as numbers,
      array_agg(serial order by serial) as serials
    from tax_documents group by 1, 2 order by 1, 2
  `.execute(database());
  expect(rows.map(({ kind, year }) => [kind, year])).toEqual([
    ["credit_note", 2025],
    ["invoice", 2025],
  ]);
  for (const { kind, serials, numbers } of rows) {
    expect(serials).toEqual(serials.map((_, at) => at + 1));
    const prefix = kind === "invoice" ? "RK" : "RKC";
    expect(numbers).toEqual(
      serials.map((serial) => `${prefix}/25-26/${String(serial).padStart(6, "0")}`),
    );
  }
  const { rows: outOfOrder } = await sql`
    select from tax_documents as a join tax_documents as b using (kind, financial_year)
    where a.serial < b.serial and a.document_date > b.document_date
  `.execute(database());
  expect(outOfOrder).toHaveLength(0);
});

test("each credit note names an earlier invoice of its tenant, and together they never exceed it", async () => {
  const { rows: notes } = await sql<{ count: bigint; wrong: bigint }>`
    select count(*)::bigint as count, count(*) filter (
      where invoice.kind is distinct from 'invoice' or invoice.tenant_id <> note.tenant_id
        or invoice.month >= note.month or invoice.document_date > note.document_date
    )::bigint as wrong
    from tax_documents as note left join tax_documents as invoice on invoice.id = note.invoice_id
    where note.kind = 'credit_note'
  `.execute(database());
  expect(notes[0]?.count).toBeGreaterThan(5n);
  expect(notes[0]?.wrong).toBe(0n);
  const { rows: exceeded } = await sql`
    select invoice.id from tax_documents as invoice
    join tax_documents as note on note.invoice_id = invoice.id
    group by invoice.id
    having sum(note.taxable_paise) > invoice.taxable_paise
      or sum(note.cgst_paise) > invoice.cgst_paise or sum(note.sgst_paise) > invoice.sgst_paise
      or sum(note.igst_paise) > invoice.igst_paise
  `.execute(database());
  expect(exceeded).toEqual([]);
});

test("the place of supply decides between IGST and two halves", async () => {
  const { rows } = await sql<{ name: string; igst: boolean; uneven: boolean; rate: number }>`
    select name, bool_or(igst_paise > 0) as igst,
      bool_or(sgst_paise - cgst_paise not in (0, 1) and kind = 'invoice') as uneven,
      min(rate)::float8 as rate
    from tax_documents join tenants on tenants.id = tenant_id group by name order by name
  `.execute(database());
  expect(rows).toEqual([
    { name: "Iyer Textiles", igst: false, uneven: false, rate: 18 },
    { name: "Sharma Traders", igst: false, uneven: false, rate: 18 },
    { name: "Verma Stores", igst: true, uneven: false, rate: 18 },
  ]);
});

test("a missed month is issued with the next one, and none a second time [45.2]", async () => {
  const { rows } = await sql<{ month: string; kinds: string[] }>`
    select to_char(month, 'YYYY-MM') as month, array_agg(distinct kind order by kind) as kinds
    from tax_documents where month = ${`${skippedMonth}-01`}::date group by 1
  `.execute(database());
  expect(rows[0]?.kinds).toContain("invoice");
  const count = async () =>
    (await sql<{ n: bigint }>`select count(*)::bigint as n from tax_documents`.execute(database()))
      .rows[0]?.n;
  const before = await count();
  expect(await issueDueDocuments()).toBe(0);
  await sql`delete from invoiced_months`.execute(database());
  expect(await issueDueDocuments()).toBe(0);
  expect(await count()).toBe(before);
});
