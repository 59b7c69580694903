import { useNavigate } from "@tanstack/react-router";
import { paths } from "../paths.ts";
import { FilterBar } from "../shell/filter-bar.tsx";
import { useFilterDraft } from "../shell/use-filter-draft.ts";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { payoutStatusFilters, type PayoutFilters } from "./payout-filters.ts";

const statuses = [
  { value: "all", label: "All" },
  ...payoutStatusFilters.map((status) => ({
    value: status,
    label: status.charAt(0).toUpperCase() + status.slice(1),
  })),
] as const;

export function PayoutFilterBar({ filters }: { filters: PayoutFilters }) {
  const navigate = useNavigate();
  const { page: _, ...applied } = filters;
  const [draft, change] = useFilterDraft(applied);
  const active = Boolean(applied.status ?? applied.from ?? applied.to);
  const go = (search: PayoutFilters) => void navigate({ to: paths.payoutHistory, search });
  return (
    <FilterBar
      range={draft}
      onRange={change}
      onApply={() => go(draft)}
      onReset={active ? () => go({}) : undefined}
    >
      <Field label="Status" className="max-md:w-full md:w-44">
        <Select
          options={statuses}
          value={draft.status ?? "all"}
          onValueChange={(status) => change({ status: status === "all" ? undefined : status })}
        />
      </Field>
    </FilterBar>
  );
}
