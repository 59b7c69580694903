import { limits } from "@rokad/contract/limits";
import { useNavigate } from "@tanstack/react-router";
import { capitals } from "../api/cleaned-field.ts";
import { paths } from "../paths.ts";
import { FilterBar } from "../shell/filter-bar.tsx";
import { useFilterDraft } from "../shell/use-filter-draft.ts";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { TextInput } from "../ui/text-input.tsx";
import type { DepositFilters } from "./deposit-filters.ts";

const statuses = [
  { value: "all", label: "All" },
  { value: "pending", label: "Pending" },
  { value: "completed", label: "Completed" },
  { value: "failed", label: "Failed" },
] as const;

export function DepositFilterBar({ filters }: { filters: DepositFilters }) {
  const navigate = useNavigate();
  const { page: _, ...applied } = filters;
  const [draft, change] = useFilterDraft(applied);
  const active = Boolean(applied.status ?? applied.utr ?? applied.from ?? applied.to);
  const go = (search: DepositFilters) => void navigate({ to: paths.deposits, search });
  return (
    <FilterBar
      range={draft}
      onRange={change}
      onApply={() => go({ ...draft, utr: draft.utr?.trim() || undefined })}
      onReset={active ? () => go({}) : undefined}
    >
      <Field label="Status" className="max-md:w-full md:w-40">
        <Select
          options={statuses}
          value={draft.status ?? "all"}
          onValueChange={(status) => change({ status: status === "all" ? undefined : status })}
        />
      </Field>
      <Field label="UTR Reference" className="max-md:w-full md:w-52">
        <TextInput
          type="search"
          placeholder="All or a part of it"
          autoCapitalize="characters"
          maxLength={limits.utrCharsMax}
          value={draft.utr ?? ""}
          onChange={(event) => change({ utr: capitals(event.target.value) || undefined })}
        />
      </Field>
    </FilterBar>
  );
}
