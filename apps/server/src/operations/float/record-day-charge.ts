import type { DayChargeForm } from "@rokad/contract/provider-charges";
import { providerLabel } from "@rokad/contract/reconciliation";
import { rupeesToPaise } from "@rokad/money/rupees";
import { sql } from "kysely";
import { database, transaction, type Db } from "../../database/db.ts";
import type { SignedSummary } from "../../http/with-signature.ts";
import { record } from "../../identity/audit/record.ts";
import { decisionText } from "../../identity/signatures/signed-text.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";
import { dayInIndia, today } from "../../kernel/days.ts";
import { ApiError, invalidInput } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { inr, rupees } from "../../kernel/money.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { configuredProviders } from "../../providers/configured-providers.ts";
import { bookCharges, lockChargeBooking } from "./write-charges.ts";

type ChargeDay = Pick<DayChargeForm, "adapter" | "day">;

/** What is booked for a provider's day. */
export async function showDayCharge(day: ChargeDay) {
  const { fee, tax, reference } = await selectBooked(database(), day);
  return { fee: inr(fee), tax: inr(tax), reference };
}

/**
 * What a person signs: the charges, what they replace, and what is posted.
 * @throws 400 for a future day and an unknown provider; 409 `CHARGES_CHANGED` when other charges are
 *   booked than those that the form replaces.
 */
export async function describeDayCharge(form: DayChargeForm): Promise<SignedSummary> {
  assertForm(form);
  const { booked, charges, posted } = compare(form, await selectBooked(database(), form));
  const name = providerLabel(form.adapter);
  const day = `${name} on ${dayInIndia(form.day)}`;
  const total = charges.fee + charges.tax;
  if (booked.fee === 0n && booked.tax === 0n) {
    return {
      summary: `Book charges of ${day}: ${phrase(charges)}`,
      text: decisionText(`charges of ${name}`, total),
    };
  }
  return {
    summary: `Replace charges of ${day}, ${sourced(booked)}, by ${phrase(charges)}; posts ${phrase(posted)}`,
    text: decisionText(`replaced charges of ${name}`, total),
  };
}

/**
 * Sets the charges of a provider's day that no payout names, from its report. Posts the difference to
 * what is booked for that day, so a repeat posts nothing and a changed report is corrected.
 * @returns what was posted, in paise, and a message that says what it replaced.
 * @throws as `describeDayCharge`.
 */
export async function recordDayCharge(person: SuperAdmin, form: DayChargeForm) {
  assertForm(form);
  return transaction(async (db) => {
    await lockChargeBooking(db, { waits: true });
    // Closes the race between two people: what is posted differs from what the second one signed.
    const { booked, charges, posted, isRepeat } = compare(form, await selectBooked(db, form));
    if (!isRepeat) {
      await bookCharges(db, [
        {
          id: newId(),
          adapter: form.adapter,
          payoutId: null,
          tenantId: null,
          day: form.day,
          number: booked.number + 1,
          feePaise: posted.fee,
          taxPaise: posted.tax,
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
        after: { day: form.day, fee_paise: String(charges.fee), tax_paise: String(charges.tax) },
      });
    }
    return {
      message: outcomeText(booked, posted, isRepeat),
      data: { posted_fee: inr(posted.fee), posted_tax: inr(posted.tax) },
    };
  });
}

interface Charges {
  readonly fee: bigint;
  readonly tax: bigint;
}

interface Booked extends Charges {
  /** Of the last booking, from 1; 0 without one. */
  readonly number: number;
  readonly reference: string | null;
}

/** @throws 409 `CHARGES_CHANGED` unless the form replaces what is booked, or repeats it. */
function compare(form: DayChargeForm, booked: Booked) {
  const charges = { fee: rupeesToPaise(form.fee), tax: rupeesToPaise(form.tax) };
  const posted = { fee: charges.fee - booked.fee, tax: charges.tax - booked.tax };
  const isRepeat = posted.fee === 0n && posted.tax === 0n;
  const { fee, tax } = form.replaces ?? { fee: 0, tax: 0 };
  if (!isRepeat && (rupeesToPaise(fee) !== booked.fee || rupeesToPaise(tax) !== booked.tax)) {
    throw new ApiError(
      409,
      "CHARGES_CHANGED",
      `Booked for ${dayInIndia(form.day)}: ${sourced(booked)}. Check before you replace it.`,
    );
  }
  return { booked, charges, posted, isRepeat };
}

function outcomeText(booked: Booked, posted: Charges, isRepeat: boolean): string {
  if (isRepeat) return "These charges are booked; nothing posted";
  if (booked.fee === 0n && booked.tax === 0n) return "Charges booked";
  return `Replaced ${sourced(booked)}; posted ${phrase(posted)}`;
}

function phrase({ fee, tax }: Charges): string {
  return `fee ${rupees(fee)}, GST ${rupees(tax)}`;
}

function sourced(booked: Booked): string {
  return booked.reference === null ? phrase(booked) : `${phrase(booked)} (${booked.reference})`;
}

function assertForm({ adapter, day }: ChargeDay): void {
  if (!configuredProviders().some(({ name }) => name === adapter))
    throw invalidInput({ adapter: "Choose one of the providers of this installation" });
  if (day > today()) throw invalidInput({ day: "The day cannot be in the future" });
}

async function selectBooked(db: Db, { adapter, day }: ChargeDay): Promise<Booked> {
  const { rows } = await sql<Booked>`
    select coalesce(max(number), 0)::int as number, coalesce(sum(fee_paise), 0)::bigint as fee,
      coalesce(sum(tax_paise), 0)::bigint as tax,
      (array_agg(reference order by number desc))[1] as reference
    from provider_charges where adapter = ${adapter} and day = ${day}
  `.execute(db);
  return rows[0] ?? { number: 0, fee: 0n, tax: 0n, reference: null };
}
