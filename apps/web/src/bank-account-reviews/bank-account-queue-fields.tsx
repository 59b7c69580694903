import { limits } from "@rokad/contract/limits";
import { t } from "../super-admin-language.ts";
import type { ListFilters } from "../common/lists/use-list-filters.ts";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { TextInput } from "../ui/text-input.tsx";
import type { BankAccountQueueFilters } from "./bank-account-queue-filters.ts";

const statuses = [
  { value: "pending", label: t`Waiting` },
  { value: "approved", label: t`Approved` },
  { value: "rejected", label: t`Rejected` },
  { value: "revoked", label: t`Revoked` },
  { value: "all", label: t`All` },
] as const;

export function BankAccountQueueFields({ draft, change }: ListFilters<BankAccountQueueFilters>) {
  return (
    <>
      <Field label={t`Status`} className="max-md:w-full md:w-40">
        <Select
          options={statuses}
          value={draft.status ?? "pending"}
          onValueChange={(status) => change({ status: status === "pending" ? undefined : status })}
        />
      </Field>
      <Field label={t`Search`} className="max-md:w-full md:w-80">
        <TextInput
          type="search"
          placeholder={t`Tenant, phone, holder or IFSC`}
          maxLength={limits.searchCharsMax}
          value={draft.search ?? ""}
          onChange={(event) => change({ search: event.target.value || undefined })}
        />
      </Field>
    </>
  );
}
