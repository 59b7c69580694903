import { addDays } from "@rokad/contract/days";
import type { ScheduleForm } from "@rokad/contract/payout-schedules";
import type { ScheduleRule } from "@rokad/contract/schedule-rule";
import { database, type Tx } from "../../database/db.ts";
import { readSettings, readSettingsWithin } from "../../identity/settings/settings.ts";
import { now } from "../../kernel/clock.ts";
import { today } from "../../kernel/days.ts";
import { invalidInput } from "../../kernel/errors.ts";
import type { Tenant } from "../../kernel/person.ts";
import { readSavedOrder } from "../beneficiaries/saved-order.ts";
import { quotePayout } from "../quote-payout.ts";
import { chooseProvider } from "../send/choose-provider.ts";
import { bankCalendar } from "./bank-calendar.ts";
import { nextDueDays, type DueDay } from "./due-days.ts";

/** How far ahead a schedule can start. */
const startDaysMax = 2 * 366;
const shownDays = 5;

/**
 * What a form would pay, and when. The payee is read from the saved beneficiary.
 * @param db the transaction that has the request's idempotency key.
 * @throws 400 for a start in the past or a rule without a due day in the future; 409
 *   `BENEFICIARY_NOT_PAYABLE`; 422 `AMOUNT_ABOVE_CAP`, `NO_PROVIDER`.
 */
export async function readForm(person: Tenant, { rule, ...payout }: ScheduleForm, db?: Tx) {
  const { order, destination } = await readSavedOrder(person, payout, { db });
  const settings = await (db ? readSettingsWithin(db) : readSettings());
  const quote = quotePayout(order.amount, settings);
  chooseProvider(person, order.method, quote.amountPaise, settings);
  return { order, destination, quote, rule, days: readRule(rule) };
}

/**
 * The next due days of a new rule.
 * @throws 400 for a start in the past or a rule without a due day in the future.
 */
export function readRule(rule: ScheduleRule): DueDay[] {
  if (rule.starts_on < today())
    throw invalidInput({ "rule.starts_on": "Choose a day from today on" });
  if (rule.starts_on > addDays(today(), startDaysMax))
    throw invalidInput({ "rule.starts_on": "Choose a day within the next two years" });
  const from = now();
  const undecided = { ruleDay: null, dueOn: null, at: from, from };
  const days = nextDueDays(rule, bankCalendar(), undecided, shownDays);
  if (days.length === 0)
    throw invalidInput({ "rule.starts_on": "Nothing would be due: choose a later day or hour" });
  return days;
}

export type ReadForm = Awaited<ReturnType<typeof readForm>>;

/** The years without a list of bank holidays on which these days depend. */
export function missingYears(
  days: readonly { readonly dueOn: string; readonly isKnown: boolean }[],
): number[] {
  return [
    ...new Set(
      days.filter(({ isKnown }) => !isKnown).map(({ dueOn }) => Number(dueOn.slice(0, 4))),
    ),
  ];
}

/** Another open schedule of this amount to this account. */
export async function findSame(
  person: Tenant,
  { destinationHash, amountPaise }: { destinationHash: Buffer; amountPaise: bigint },
) {
  return database()
    .selectFrom("payout_schedules")
    .select(["id", "rule"])
    .where("tenant_id", "=", person.tenantId)
    .where("destination_hash", "=", destinationHash)
    .where("amount_paise", "=", amountPaise)
    .where("state", "in", ["awaiting_approval", "active", "paused"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}
