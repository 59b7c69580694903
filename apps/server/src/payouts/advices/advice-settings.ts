import type { AdviceSettings } from "@rokad/contract/payment-advices";
import { database, transaction, type Db } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { record } from "../../identity/audit/record.ts";
import { canSendEmail } from "../../identity/email/configured-mail.ts";
import { now } from "../../kernel/clock.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { Tenant } from "../../kernel/person.ts";

/** Whether payment advices are on for a tenant; off unless it turned them on. */
export async function showAdviceSettings(
  person: Pick<Tenant, "tenantId">,
): Promise<AdviceSettings> {
  return { is_on: await areAdvicesOn(person, database()), can_email: await canSendEmail() };
}

async function areAdvicesOn({ tenantId }: Pick<Tenant, "tenantId">, db: Db): Promise<boolean> {
  const row = await db
    .selectFrom("payment_advice_settings")
    .select("is_on")
    .where("tenant_id", "=", tenantId)
    .executeTakeFirst();
  return row?.is_on ?? false;
}

/** Applies at once: while advices are off, no link works. Those that are still valid work again later. */
export async function setAdviceSettings(
  person: Tenant,
  settings: Pick<AdviceSettings, "is_on">,
): Promise<AdviceSettings> {
  await transaction(async (db) => {
    const is_on = await areAdvicesOn(person, db);
    const row = { ...settings, changed_at: now() };
    await db
      .insertInto("payment_advice_settings")
      .values({ tenant_id: person.tenantId, ...row })
      .onConflict((conflict) => conflict.column("tenant_id").doUpdateSet(row))
      .execute();
    await publishChange(db, [person.tenantId], ["payouts"]);
    await record(db, {
      act: "payment_advice.settings_changed",
      by: person,
      subject: { kind: "tenant", id: person.tenantId },
      before: { is_on },
      after: settings,
    });
  });
  return showAdviceSettings(person);
}

/** @throws 409 `ADVICES_OFF`. */
export async function assertAdvicesOn(
  person: Pick<Tenant, "tenantId">,
  db: Db = database(),
): Promise<void> {
  if (await areAdvicesOn(person, db)) return;
  throw new ApiError(
    409,
    "ADVICES_OFF",
    "Payment advices are off. An owner turns them on in Approval Policy.",
  );
}
