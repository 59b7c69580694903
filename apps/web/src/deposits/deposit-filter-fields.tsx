import { limits } from "@rokad/contract/limits";
import { t } from "../language.ts";
import { capitalsAndDigits } from "../api/clean-field.ts";
import type { ListFilters } from "../common/lists/use-list-filters.ts";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { TextInput } from "../ui/text-input.tsx";
import type { DepositFilters } from "./deposit-filters.ts";

const statuses = [
  { value: "all", label: t`All` },
  { value: "pending", label: t`Pending` },
  { value: "completed", label: t`Completed` },
  { value: "failed", label: t`Failed` },
] as const;

export function DepositFilterFields({ draft, change }: ListFilters<DepositFilters>) {
  return (
    <>
      <Field label={t`Status`} className="max-md:w-full md:w-40">
        <Select
          options={statuses}
          value={draft.status ?? "all"}
          onValueChange={(status) => change({ status: status === "all" ? undefined : status })}
        />
      </Field>
      <Field label={t`UTR Reference`} className="max-md:w-full md:w-52">
        <TextInput
          type="search"
          placeholder={t`Full or partial UTR`}
          autoCapitalize="characters"
          maxLength={limits.utrCharsMax}
          value={draft.utr ?? ""}
          onChange={(event) => change({ utr: capitalsAndDigits(event.target.value) || undefined })}
        />
      </Field>
    </>
  );
}
