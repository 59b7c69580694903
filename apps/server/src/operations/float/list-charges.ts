import { sql } from "kysely";
import { database } from "../../database/db.ts";
import { inr } from "../../kernel/money.ts";
import { pageOf } from "../../kernel/page.ts";

/** A page of the providers' charges by day of booking, newest first. */
export async function listCharges(query: { readonly page: number; readonly limit: number }) {
  const rows = await database()
    .selectFrom("provider_charge_days")
    .selectAll()
    .select(sql<string>`to_char(day, 'YYYY-MM-DD')`.as("on"))
    .orderBy("day", "desc")
    .orderBy("adapter")
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .execute();
  const { total } = await database()
    .selectFrom("provider_charge_days")
    .select((eb) => eb.fn.countAll<bigint>().as("total"))
    .executeTakeFirstOrThrow();
  return {
    data: rows.map((row) => ({
      adapter: row.adapter,
      day: row.on,
      count: Number(row.count),
      fee: inr(row.fee_paise),
      tax: inr(row.tax_paise),
      payout_fee: inr(row.payout_fee_paise),
      payout_tax: inr(row.payout_tax_paise),
    })),
    pagination: pageOf(query, total),
    total: Number(total),
  };
}
