import { limits } from "@rokad/contract/limits";
import type { ListFilters } from "../common/lists/use-list-filters.ts";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { TextInput } from "../ui/text-input.tsx";
import type { BankAccountQueueFilters } from "./bank-account-queue-filters.ts";

const statuses = [
  { value: "pending", label: "Waiting" },
  { value: "approved", label: "Approved" },
  { value: "rejected", label: "Rejected" },
  { value: "revoked", label: "Revoked" },
  { value: "all", label: "All" },
] as const;

export function BankAccountQueueFields({ draft, change }: ListFilters<BankAccountQueueFilters>) {
  return (
    <>
      <Field label="Status" className="max-md:w-full md:w-40">
        <Select
          options={statuses}
          value={draft.status ?? "pending"}
          onValueChange={(status) => change({ status: status === "pending" ? undefined : status })}
        />
      </Field>
      <Field label="Search" className="max-md:w-full md:w-80">
        <TextInput
          type="search"
          placeholder="Tenant, phone, holder or IFSC"
          maxLength={limits.searchCharsMax}
          value={draft.search ?? ""}
          onChange={(event) => change({ search: event.target.value || undefined })}
        />
      </Field>
    </>
  );
}
