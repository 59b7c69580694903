import fc from "fast-check";
import { sql } from "kysely";
import { database, transaction } from "../src/database/db.ts";
import { newId } from "../src/kernel/ids.ts";
import * as ledger from "../src/ledger/ledger.ts";
import type { Tenant } from "../src/kernel/person.ts";
import { insertShop } from "./insert-shop.ts";

// Random payouts and deposits of the weeks before and after a month's first midnight in India.

let mobiles = 9_300_000_000;
const hour = 3_600_000;
const day = 24 * hour;
export const midnight = Date.parse("2026-02-28T18:30:00Z");

/** A time of the last weeks: at, 1 ms around, or anywhere after the start of an hour. */
export const instant = fc
  .record({
    daysAgo: fc.integer({ min: 0, max: 62 }),
    hours: fc.constantFrom(0, 0, 1, 12, 23),
    rest: fc.oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: 0, max: hour - 1 })),
  })
  .map(({ daysAgo, hours, rest }) => midnight - daysAgo * day + hours * hour + rest);

export const payout = fc.record({
  at: instant,
  tookMs: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 2 * day })),
  backAfterMs: fc.integer({ min: 0, max: 3 * day }),
  paise: fc.bigInt({ min: 1n, max: 9_00_000_00n }),
  feePaise: fc.constantFrom(0n, 500n, 1_234n),
  place: fc.constantFrom("HDFC Bank", "State Bank of India", null, "@okhdfc", "@OkSBI"),
  provider: fc.constantFrom("primary" as const, "alternative" as const),
  end: fc.constantFrom(
    "pending",
    "processing",
    "success",
    "success",
    "failed",
    "returned",
    "partly",
    "cancelled",
  ),
  /** Of a partly returned payout: the part in percent, and whether the charges came back. */
  part: fc.record({ percent: fc.bigInt({ min: 1n, max: 99n }), withCharges: fc.boolean() }),
  reason: fc.constantFrom("", "Account closed", "Beneficiary bank offline"),
  of: fc.constantFrom(0, 0, 1),
});

export const deposit = fc.record({
  at: instant,
  tookMs: fc.integer({ min: 0, max: 2 * day }),
  paise: fc.bigInt({ min: 1n, max: 9_00_000_00n }),
  end: fc.constantFrom("pending", "completed", "completed", "failed"),
  of: fc.constantFrom(0, 0, 1),
});

export async function newTenant(): Promise<Tenant> {
  const person = {
    id: newId(),
    name: "A shop",
    role: "retailer" as const,
    mobile: String(mobiles++),
  };
  await transaction(async (db) => {
    await insertShop(db, { ...person, at: new Date(midnight - 100 * day) });
    await ledger.open(db, [person.id]);
  });
  const member = {
    id: person.id,
    name: person.name,
    mobile: person.mobile,
    roles: ["owner"] as const,
  };
  const { id: tenantId, ...shop } = person;
  return {
    ...shop,
    tenantId,
    member,
    sessionId: newId(),
    features: [],
    allowedProviders: ["primary"],
  };
}

/** Inserts a payout, then updates it to its end: the triggers see each change. */
export async function insertPayout(tenant: Tenant, each: RandomPayout) {
  const id = newId();
  const isUpi = each.place?.startsWith("@") ?? false;
  const [created, finished] = [new Date(each.at), new Date(each.at + each.tookMs)];
  await sql`
    insert into payouts (
      id, tenant_id, reference_id, method, beneficiary_name, beneficiary_email, beneficiary_phone,
      beneficiary_address, ifsc_code, bank_name, destination_encrypted, destination_hash,
      destination_end, amount_paise, fee_paise, gst_paise, provider, order_digest, created_at,
      updated_at
    ) values (
      ${id}, ${tenant.tenantId}, ${id.replaceAll("-", "").slice(12).toUpperCase()},
      ${isUpi ? "upi" : "imps"}, 'Asha', '', '', '', ${isUpi ? null : "HDFC0000060"},
      ${isUpi ? null : each.place}, '', '', ${isUpi ? each.place : "6789"}, ${each.paise},
      ${each.feePaise}, ${each.feePaise / 5n}, ${each.provider}, '', ${created}, ${created}
    )
  `.execute(database());
  const { end } = each;
  if (end === "pending") return;
  const paid = end === "success" || end === "returned" || end === "partly";
  const isOver = paid || end === "failed" || end === "cancelled";
  await sql`
    update payouts set status = ${paid ? "success" : end},
      finished_at = ${isOver ? finished : null}, failure_reason = ${end === "failed" ? each.reason : null}
    where id = ${id}
  `.execute(database());
  const returned = new Date(finished.getTime() + each.backAfterMs);
  if (end === "partly") return insertPartialReturn(id, each, returned);
  if (end !== "returned") return;
  await sql`
    with returned as (
      insert into payout_reversals (payout_id, tenant_id, amount_paise, reason, created_at)
      select id, tenant_id, amount_paise + fee_paise + gst_paise, ${each.reason}, ${returned}
      from payouts where id = ${id}
    )
    update payouts set status = 'failed', returned_at = ${returned}, failure_reason = ${each.reason}
    where id = ${id}
  `.execute(database());
}

async function insertPartialReturn(id: string, each: RandomPayout, at: Date) {
  const part = (each.paise * each.part.percent) / 100n;
  if (part === 0n) return;
  const [fee, gst] = each.part.withCharges ? [each.feePaise, each.feePaise / 5n] : [0n, 0n];
  await sql`
    with returned as (
      insert into payout_reversals (
        payout_id, tenant_id, is_partial, amount_paise, fee_paise, gst_paise, adapter,
        return_reference, reason, created_at
      )
      select id, tenant_id, true, ${part + fee + gst}::bigint, ${fee}::bigint, ${gst}::bigint,
        'sandbox', ${id}, ${each.reason}, ${at}::timestamptz
      from payouts where id = ${id}
    )
    update payouts set returned_paise = ${part}, charges_returned_at = ${fee + gst > 0n ? at : null}
    where id = ${id}
  `.execute(database());
}

export async function insertDeposit(tenant: Tenant, each: RandomDeposit) {
  const id = newId();
  const reviewed = each.end === "pending" ? null : new Date(each.at + each.tookMs);
  await sql`
    insert into deposits (id, tenant_id, came_through, amount_paise, utr_reference, created_at)
    values (${id}, ${tenant.tenantId}, 'sandbox', ${each.paise},
      ${id.replaceAll("-", "").slice(12).toUpperCase()}, ${new Date(each.at)})
  `.execute(database());
  await sql`
    update deposits set status = ${each.end}, reviewed_at = ${reviewed} where id = ${id}
  `.execute(database());
}

type RandomPayout = typeof payout extends fc.Arbitrary<infer Value> ? Value : never;
type RandomDeposit = typeof deposit extends fc.Arbitrary<infer Value> ? Value : never;
