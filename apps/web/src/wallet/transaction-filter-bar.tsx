import { useNavigate } from "@tanstack/react-router";
import { paths } from "../paths.ts";
import { FilterBar } from "../shell/filter-bar.tsx";
import { useFilterDraft } from "../shell/use-filter-draft.ts";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import type { WalletFilters } from "./wallet-filters.ts";

const types = [
  { value: "all", label: "All" },
  { value: "credit", label: "Credit" },
  { value: "debit", label: "Debit" },
] as const;

export function TransactionFilterBar({ filters }: { filters: WalletFilters }) {
  const navigate = useNavigate();
  const { page: _, ...applied } = filters;
  const [draft, change] = useFilterDraft(applied);
  const active = Boolean(applied.type ?? applied.from ?? applied.to);
  const go = (search: WalletFilters) => void navigate({ to: paths.walletHistory, search });
  return (
    <FilterBar
      range={draft}
      onRange={change}
      onApply={() => go(draft)}
      onReset={active ? () => go({}) : undefined}
    >
      <Field label="Transaction Type" className="max-md:w-full md:w-44">
        <Select
          options={types}
          value={draft.type ?? "all"}
          onValueChange={(type) => change({ type: type === "all" ? undefined : type })}
        />
      </Field>
    </FilterBar>
  );
}
