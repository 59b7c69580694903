import { auditGroups, type AuditGroup } from "@rokad/contract/audit";
import { limits } from "@rokad/contract/limits";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import type { ListFilters } from "../common/lists/use-list-filters.ts";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { TextInput } from "../ui/text-input.tsx";
import type { LogFilters } from "./log-filters.ts";

const groups = [
  { value: "all", label: t`All actions` },
  ...Object.entries(auditGroups).map(([value, label]) => ({ value, label: translateText(label) })),
];

/** The group in the address, if it exists. */
export function groupOf({ group }: LogFilters): AuditGroup | undefined {
  return group !== undefined && Object.hasOwn(auditGroups, group)
    ? (group as AuditGroup)
    : undefined;
}

export function LogFilterFields({ draft, change }: ListFilters<LogFilters>) {
  return (
    <>
      <Field label={t`Action`} className="max-md:w-full md:w-44">
        <Select
          options={groups}
          value={groupOf(draft) ?? "all"}
          onValueChange={(group) => change({ group: group === "all" ? undefined : group })}
        />
      </Field>
      <Field label={t`Person`} className="max-md:w-full md:w-44">
        <TextInput
          placeholder={t`Name or mobile`}
          maxLength={limits.searchCharsMax}
          value={draft.person ?? ""}
          onChange={(event) => change({ person: event.target.value || undefined })}
        />
      </Field>
      <Field label={t`Reference or ID`} className="max-md:w-full md:w-44">
        <TextInput
          placeholder={t`Reference, UTR, ID or #120`}
          maxLength={limits.searchCharsMax}
          value={draft.search ?? ""}
          onChange={(event) => change({ search: event.target.value || undefined })}
        />
      </Field>
    </>
  );
}
