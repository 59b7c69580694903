import type { DayChargeForm } from "@rokad/contract/provider-charges";
import { providerLabel } from "@rokad/contract/reconciliation";
import { rupeesToPaise } from "@rokad/money/rupees";
import { sql } from "kysely";
import { transaction, type Tx } from "../../database/db.ts";
import type { SignedSummary } from "../../http/with-signature.ts";
import { record } from "../../identity/audit/record.ts";
import { decisionText } from "../../identity/signatures/signed-text.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";
import { dayInIndia, today } from "../../kernel/days.ts";
import { invalidInput } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { inr, rupees } from "../../kernel/money.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { configuredProviders } from "../../providers/configured-providers.ts";
import { bookCharges, lockChargeBooking } from "./write-charges.ts";

/** What a person signs. @throws 400 for a future day and an unknown provider. */
export async function describeDayCharge(form: DayChargeForm): Promise<SignedSummary> {
  assertForm(form);
  const [feePaise, taxPaise] = [rupeesToPaise(form.fee), rupeesToPaise(form.tax)];
  const name = providerLabel(form.adapter);
  return {
    summary: `Book charges of ${name} on ${dayInIndia(form.day)}: fee ${rupees(feePaise)}, GST ${rupees(taxPaise)}`,
    text: decisionText(`charges of ${name}`, feePaise + taxPaise),
  };
}

/**
 * Sets the charges of a provider's day that no payout names, from its report. Posts the difference to
 * what is booked for that day, so a repeat posts nothing and a changed report is corrected.
 * @returns what was posted, in paise.
 * @throws 400 as `describeDayCharge`.
 */
export async function recordDayCharge(person: SuperAdmin, form: DayChargeForm) {
  assertForm(form);
  return transaction(async (db) => {
    await lockChargeBooking(db, { waits: true });
    const booked = await selectBooked(db, form);
    const feePaise = rupeesToPaise(form.fee) - booked.fee;
    const taxPaise = rupeesToPaise(form.tax) - booked.tax;
    if (feePaise !== 0n || taxPaise !== 0n) {
      await bookCharges(db, [
        {
          id: newId(),
          adapter: form.adapter,
          payoutId: null,
          tenantId: null,
          day: form.day,
          number: booked.number + 1,
          feePaise,
          taxPaise,
          reference: form.reference,
          recordedBy: person.member.id,
        },
      ]);
      await publishToSuperAdmins(db, ["float"]);
      await record(db, {
        act: "float.charge_recorded",
        by: person,
        subject: { kind: "provider", id: form.adapter },
        reason: form.reference,
        before: { day: form.day, fee_paise: String(booked.fee), tax_paise: String(booked.tax) },
        after: {
          day: form.day,
          fee_paise: String(booked.fee + feePaise),
          tax_paise: String(booked.tax + taxPaise),
        },
      });
    }
    return { posted_fee: inr(feePaise), posted_tax: inr(taxPaise) };
  });
}

function assertForm({ adapter, day }: DayChargeForm): void {
  if (!configuredProviders().some(({ name }) => name === adapter))
    throw invalidInput({ adapter: "Choose one of the providers of this installation" });
  if (day > today()) throw invalidInput({ day: "The day cannot be in the future" });
}

async function selectBooked(db: Tx, { adapter, day }: DayChargeForm) {
  const { rows } = await sql<{ number: number; fee: bigint; tax: bigint }>`
    select coalesce(max(number), 0)::int as number, coalesce(sum(fee_paise), 0)::bigint as fee,
      coalesce(sum(tax_paise), 0)::bigint as tax
    from provider_charges where adapter = ${adapter} and day = ${day}
  `.execute(db);
  return rows[0] ?? { number: 0, fee: 0n, tax: 0n };
}
