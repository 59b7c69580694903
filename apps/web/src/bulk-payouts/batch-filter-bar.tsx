import { batchStates } from "@rokad/contract/batch-states";
import { limits } from "@rokad/contract/limits";
import { t } from "../language.ts";
import { FilterBar } from "../common/lists/filter-bar.tsx";
import { useFilterDraft } from "../common/lists/use-filter-draft.ts";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { batchLabels } from "./batch-labels.ts";
import type { BatchFilters } from "./batch-search.ts";

const states = [
  { value: "all" as const, label: t`All` },
  ...batchStates.map((value) => ({ value, label: batchLabels[value].text })),
];

interface BatchFilterBarProps {
  filters: BatchFilters;
  onApply: (filters: BatchFilters) => void;
}

/** Finds batches by their file and state. The filters take effect on Apply. */
export function BatchFilterBar({ filters, onApply }: BatchFilterBarProps) {
  const [draft, change] = useFilterDraft(filters);
  const isActive = Object.values(filters).some(Boolean);
  return (
    <FilterBar onApply={() => onApply(draft)} {...(isActive && { onReset: () => onApply({}) })}>
      <Field label={t`Search`} className="max-md:w-full md:w-72">
        <TextInput
          type="search"
          placeholder={t`File name`}
          maxLength={limits.searchCharsMax}
          value={draft.search ?? ""}
          onChange={(event) => change({ search: event.target.value || undefined })}
        />
      </Field>
      <Field label={t`Status`} className="max-md:flex-1 md:w-48">
        <Select
          options={states}
          value={draft.state ?? "all"}
          onValueChange={(state) => change({ state: state === "all" ? undefined : state })}
        />
      </Field>
    </FilterBar>
  );
}
