import { limits } from "@rokad/contract/limits";
import { t } from "../super-admin-language.ts";
import { capitalsAndDigits } from "../api/clean-field.ts";
import type { ListFilters } from "../common/lists/use-list-filters.ts";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { TextInput } from "../ui/text-input.tsx";
import type { DepositQueueFilters } from "./deposit-queue-filters.ts";
import { shownStatus } from "./shown-status.ts";

const statuses = [
  { value: "pending", label: t`Waiting` },
  { value: "completed", label: t`Completed` },
  { value: "failed", label: t`Failed` },
  { value: "all", label: t`All` },
] as const;

export function DepositQueueFields({ draft, change }: ListFilters<DepositQueueFilters>) {
  return (
    <>
      <Field label={t`Status`} className="max-md:w-full md:w-40">
        <Select
          options={statuses}
          value={shownStatus(draft)}
          onValueChange={(status) =>
            change({ status: status === shownStatus({ utr: draft.utr }) ? undefined : status })
          }
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
