import { t } from "../language.ts";
import type { ListFilters } from "../common/lists/use-list-filters.ts";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import type { WalletFilters } from "./wallet-filters.ts";

const types = [
  { value: "all", label: t`All` },
  { value: "credit", label: t`Credit` },
  { value: "debit", label: t`Debit` },
] as const;

export function TransactionFilterFields({ draft, change }: ListFilters<WalletFilters>) {
  return (
    <Field label={t`Transaction Type`} className="max-md:w-full md:w-36">
      <Select
        options={types}
        value={draft.type ?? "all"}
        onValueChange={(type) => change({ type: type === "all" ? undefined : type })}
      />
    </Field>
  );
}
