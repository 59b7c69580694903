import { useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { useState } from "react";
import { t } from "../language.ts";
import { paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { TextInput } from "../ui/text-input.tsx";
import type { BankAccountFilters } from "./bank-account-filters.ts";

const statuses = [
  { value: "all", label: t`All` },
  { value: "approved", label: t`Approved` },
  { value: "pending", label: t`Pending` },
  { value: "rejected", label: t`Rejected` },
  { value: "revoked", label: t`Revoked` },
] as const;

/** These filters apply at once: the list is short and the search runs in the browser. */
export function BankAccountFilterBar({ filters }: { filters: BankAccountFilters }) {
  const navigate = useNavigate();
  // Set while the field is edited, with spaces. The URL has the trimmed text, and wins after blur.
  const [draft, setDraft] = useState<string | null>(null);
  const hasFilters = Boolean(filters.status ?? filters.search);
  const applyFilters = (next: BankAccountFilters) =>
    void navigate({ to: paths.bankAccounts, search: next, replace: true, resetScroll: false });

  return (
    <div role="search" className="flex flex-wrap items-end gap-3">
      <Field label={t`Search`} className="max-md:w-full md:w-80">
        <TextInput
          type="search"
          trailing={<Search aria-hidden />}
          placeholder={t`Holder, bank, IFSC or branch`}
          value={draft ?? filters.search ?? ""}
          onBlur={() => setDraft(null)}
          onChange={(event) => {
            setDraft(event.target.value);
            applyFilters({ ...filters, search: event.target.value.trim() || undefined });
          }}
        />
      </Field>
      <Field label={t`Status`} className="max-md:flex-1 md:w-44">
        <Select
          options={statuses}
          value={filters.status ?? "all"}
          onValueChange={(status) =>
            applyFilters({
              ...filters,
              status: status === "all" ? undefined : status,
              page: undefined,
            })
          }
        />
      </Field>
      <Button variant="ghost" disabled={!hasFilters} onClick={() => applyFilters({})}>
        {t`Reset Filters`}
      </Button>
    </div>
  );
}
