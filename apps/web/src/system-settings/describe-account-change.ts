import { t } from "../super-admin-language.ts";
import type { DescribedChange } from "../common/proposals/value-change.tsx";

/** The labels of an account's fields, in the order of its form. */
const labels = {
  label: t`Label`,
  account_holder_name: t`Account holder`,
  account_number: t`Account number`,
  ifsc_code: "IFSC",
  bank_name: t`Bank`,
  branch_name: t`Branch`,
  settles_provider: t`Virtual accounts of`,
  is_active: t`Active`,
  is_default: t`Default`,
} as const;

type Account = Readonly<Record<keyof typeof labels, unknown>>;

/** True for the fields of a receiving account in a proposal. */
export function isAccount(value: unknown): value is Account {
  return typeof value === "object" && value !== null && "account_number" in value;
}

/** The fields that change; all fields of a new account. */
export function describeAccountChange(
  before: Account | undefined,
  after: Account,
): readonly DescribedChange[] {
  const keys = Object.keys(labels) as (keyof typeof labels)[];
  return keys
    .map((key) => ({
      name: labels[key],
      before: before && describe(before[key]),
      after: describe(after[key]),
    }))
    .filter((change) => change.before !== change.after);
}

function describe(value: unknown): string {
  if (typeof value === "boolean") return value ? t`Yes` : t`No`;
  return typeof value === "string" ? value : t`Not set`;
}
