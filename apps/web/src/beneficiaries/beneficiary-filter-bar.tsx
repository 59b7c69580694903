import { beneficiaryKinds } from "@rokad/contract/beneficiary-form";
import { limits } from "@rokad/contract/limits";
import { useState } from "react";
import { t } from "../language.ts";
import { FilterBar } from "../common/lists/filter-bar.tsx";
import { readOption } from "../common/lists/search-params.ts";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { kindLabels } from "./beneficiary-columns.tsx";
import type { BeneficiaryFilters } from "./beneficiary-filters.ts";

const kinds = [
  { value: "all" as const, label: t`All kinds` },
  ...beneficiaryKinds.map((value) => ({ value, label: kindLabels[value] })),
];
const statuses = [
  { value: "active", label: t`In use` },
  { value: "archived", label: t`Archived` },
] as const;

interface BeneficiaryFilterBarProps {
  filters: BeneficiaryFilters;
  onApply: (filters: BeneficiaryFilters) => void;
}

/** Search and filters of the list. They take effect on Apply. */
export function BeneficiaryFilterBar({ filters, onApply }: BeneficiaryFilterBarProps) {
  const [draft, setDraft] = useState(filters);
  const change = (part: BeneficiaryFilters) => setDraft((before) => ({ ...before, ...part }));
  const isActive = Object.values(filters).some(Boolean);
  return (
    <FilterBar onApply={() => onApply(draft)} {...(isActive && { onReset: () => onApply({}) })}>
      <Field label={t`Search`} className="max-md:w-full md:w-64">
        <TextInput
          type="search"
          placeholder={t`Name, last 4 digits or UPI ID`}
          maxLength={limits.searchCharsMax}
          value={draft.search ?? ""}
          onChange={(event) => change({ search: event.target.value || undefined })}
        />
      </Field>
      <Field label={t`Kind`} className="max-md:flex-1 max-md:basis-32 md:w-36">
        <Select
          options={kinds}
          value={readOption(draft.kind, beneficiaryKinds) ?? "all"}
          onValueChange={(kind) => change({ kind: kind === "all" ? undefined : kind })}
        />
      </Field>
      <Field label={t`Tag`} className="max-md:flex-1 max-md:basis-32 md:w-36">
        <TextInput
          maxLength={limits.tagCharsMax}
          value={draft.tag ?? ""}
          onChange={(event) => change({ tag: event.target.value || undefined })}
        />
      </Field>
      <Field label={t`Status`} className="max-md:w-full md:w-36">
        <Select
          options={statuses}
          value={draft.status === "archived" ? "archived" : "active"}
          onValueChange={(status) =>
            change({ status: status === "archived" ? "archived" : undefined })
          }
        />
      </Field>
    </FilterBar>
  );
}
