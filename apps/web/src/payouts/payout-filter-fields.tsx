import { statusDisplay } from "../ui/status-badge.tsx";
import { t } from "../language.ts";
import type { ListFilters } from "../common/lists/use-list-filters.ts";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { payoutStatusFilters, type PayoutFilters } from "./payout-filters.ts";

const statuses = [
  { value: "all", label: t`All` },
  ...payoutStatusFilters.map((status) => ({
    value: status,
    label: statusDisplay(status).word,
  })),
] as const;

export function PayoutFilterFields({ draft, change }: ListFilters<PayoutFilters>) {
  return (
    <Field label={t`Status`} className="max-md:w-full md:w-40">
      <Select
        options={statuses}
        value={draft.status ?? "all"}
        onValueChange={(status) => change({ status: status === "all" ? undefined : status })}
      />
    </Field>
  );
}
