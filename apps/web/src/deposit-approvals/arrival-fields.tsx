import { depositApproval, type ReviewedDeposit } from "@rokad/contract/deposit-reviews";
import { limits } from "@rokad/contract/limits";
import type { ReviewWarning } from "@rokad/contract/reviews";
import { formatMoney } from "@rokad/money/format";
import { useId } from "react";
import { t } from "../super-admin-language.ts";
import { nameOfAccount } from "../common/bank-details/name-of-account.ts";
import { useOwnAccounts } from "../common/bank-details/own-accounts.ts";
import type { ArrivalFields, StatedArrival } from "../common/reviews/review.ts";
import { AmountInput } from "../ui/amount-input.tsx";
import { AmountInWords } from "../ui/amount-in-words.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { Field } from "../ui/field.tsx";
import { toMoney } from "../ui/parse-rupees.ts";
import { Select } from "../ui/select.tsx";
import { TextInput } from "../ui/text-input.tsx";

/** What arrived for a deposit: another amount with its reason, and the receiving account. */
export const depositArrival: ArrivalFields<ReviewedDeposit> = {
  initial,
  fields: (row, value, change, errors) => (
    <Fields row={row} value={value} change={change} errors={errors} />
  ),
  check,
  leftOut: (row) => {
    if (row.warnings.some(({ code }) => code === revokedWarning))
      return t`its bank account was revoked`;
    const objection = row.warnings.find(({ code }) => statementDoubts.has(code));
    if (objection) return objection.message;
    const shown = statedAmount(row);
    return shown && t`${formatMoney(shown)} arrived instead of ${formatMoney(row.amount)}`;
  },
};

/** Doubts that a bank statement raises, besides another amount. */
const statementDoubts: ReadonlySet<string> = new Set<ReviewWarning["code"]>([
  "STATEMENT_DIFFERS",
  "TAKEN_BACK",
]);

/** The warning that a deposit comes from a revoked bank account. */
export const revokedWarning = "ACCOUNT_REVOKED";

/** The call's body for what a person entered. */
export function arrivalBody({ isOther, rupees, reason, accountId }: StatedArrival) {
  return {
    ...(isOther &&
      rupees !== undefined && { received_amount: rupees, amount_reason: reason.trim() }),
    ...(accountId !== undefined && { received_in: accountId }),
  };
}

/** Whether it states anything besides the request. */
export function isOtherwise(arrival: StatedArrival): boolean {
  return Object.keys(arrivalBody(arrival)).length > 0;
}

/** Another amount that a first approver or a statement states; undefined for none. */
function statedAmount(row: ReviewedDeposit) {
  return row.first_approval?.received_amount ?? row.statement_amount ?? undefined;
}

/** Starts with the first approval, otherwise with the amount of the statement. */
function initial(row: ReviewedDeposit): StatedArrival {
  const stated = row.first_approval ? row.first_approval.received_amount : row.statement_amount;
  return {
    isOther: stated !== null,
    rupees: stated === null ? undefined : stated.amount / 100,
    reason:
      row.first_approval?.amount_reason ??
      (stated === null ? "" : t`The bank statement shows ${formatMoney(stated)}`),
    accountId: row.arrived_in_id ?? undefined,
  };
}

function check(value: StatedArrival): Readonly<Record<string, string>> {
  if (!value.isOther) return {};
  const parsed = depositApproval.safeParse({
    received_amount: value.rupees ?? null,
    amount_reason: value.reason,
  });
  const issues = parsed.error?.issues ?? [];
  return Object.fromEntries(
    issues.toReversed().map(({ path, message }) => [String(path[0]), message]),
  );
}

interface FieldsProps {
  row: ReviewedDeposit;
  value: StatedArrival;
  change: (value: StatedArrival) => void;
  errors: Readonly<Record<string, string>>;
}

function Fields({ row, value, change, errors }: FieldsProps) {
  const accounts = useOwnAccounts();
  const checkboxId = useId();
  const accountId = value.accountId ?? row.receiving_account_id;
  const money = toMoney(value.rupees);
  return (
    <>
      {accounts.length > 1 && (
        <Field label={t`Arrived in`} error={errors["received_in"]}>
          <Select
            options={accounts.map((one) => ({
              value: one.id,
              label: nameOfAccount(one),
              ...(!one.is_active && { hint: "inactive" }),
            }))}
            placeholder={t`No receiving account`}
            value={accountId}
            onValueChange={(id) => change({ ...value, accountId: id })}
          />
        </Field>
      )}
      <label
        htmlFor={checkboxId}
        className="flex w-fit cursor-pointer items-center gap-2.5 text-sm"
      >
        <Checkbox
          id={checkboxId}
          checked={value.isOther}
          onChange={(event) => change({ ...value, isOther: event.target.checked })}
        />
        <span>{t`Received another amount`}</span>
      </label>
      {value.isOther && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field
            label={t`Received amount`}
            required
            error={errors["received_amount"]}
            hint={
              money && money.amount > 0 ? (
                <AmountInWords value={money} />
              ) : (
                t`Requested: ${formatMoney(row.amount)}`
              )
            }
          >
            <AmountInput
              value={value.rupees}
              onValueChange={(rupees) => change({ ...value, rupees })}
            />
          </Field>
          <Field
            label={t`Reason`}
            required
            error={errors["amount_reason"]}
            hint={t`The tenant sees it.`}
          >
            <TextInput
              maxLength={limits.reasonCharsMax}
              value={value.reason}
              onChange={(event) => change({ ...value, reason: event.target.value })}
            />
          </Field>
        </div>
      )}
    </>
  );
}
