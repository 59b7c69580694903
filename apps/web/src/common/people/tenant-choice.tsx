import { listTenants } from "@rokad/contract/tenants";
import { useDeferredValue, useState } from "react";
import { t } from "../../super-admin-language.ts";
import { messageOf } from "../../api/api-error.ts";
import { useApi } from "../../api/use-api.ts";
import { Field } from "../../ui/field.tsx";
import { TextInput } from "../../ui/text-input.tsx";

export interface Choice {
  id: string;
  name: string;
  phone: string;
  why?: string;
}

interface TenantChoiceProps {
  /** Shown before a search. */
  suggestions: readonly Choice[];
  value: string | undefined;
  onChange: (id: string, name: string) => void;
  error: string | undefined;
}

/** The suggested tenants, or the results of a search by name, phone or email. */
export function TenantChoice({ suggestions, value, onChange, error }: TenantChoiceProps) {
  const [searchText, setSearchText] = useState("");
  const search = useDeferredValue(searchText.trim());
  const { data, error: failed } = useApi(
    listTenants,
    search === "" ? null : { query: { search, page: 1, limit: 5 } },
    { keepPrevious: true },
  );
  const found: readonly Choice[] =
    search === ""
      ? suggestions
      : (data?.data ?? []).map(({ _id, name, phone }) => ({ id: _id, name, phone }));
  return (
    <div className="grid gap-2">
      <Field
        label={t`Tenant`}
        required
        error={error ?? (failed ? messageOf(failed, t`Failed to load tenants list.`) : undefined)}
        hint={
          search === ""
            ? suggestions.length > 0
              ? t`Choose a suggestion or search`
              : t`Search for the tenant`
            : undefined
        }
      >
        <TextInput
          type="search"
          placeholder={t`Name, phone or email`}
          value={searchText}
          onChange={(event) => setSearchText(event.target.value)}
        />
      </Field>
      <fieldset className="grid gap-2">
        <legend className="sr-only">{t`Tenants found`}</legend>
        {found.map(({ id, name, phone, why }) => (
          <label
            key={id}
            aria-label={`${name}, ${phone}`}
            className="group relative flex cursor-pointer items-start gap-3 rounded-card border border-edge bg-surface p-3 shadow-near transition-colors duration-150 hover:bg-hover has-checked:border-brand has-checked:bg-brand-soft has-checked:ring-1 has-checked:ring-brand has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name="tenant"
              value={id}
              checked={value === id}
              onChange={() => onChange(id, name)}
              className="absolute inset-0 appearance-none outline-none"
            />
            <span className="min-w-0">
              <span className="block text-sm font-medium break-words">{name}</span>
              <span className="block text-xs text-muted">
                {phone}
                {why && ` · ${why}`}
              </span>
            </span>
          </label>
        ))}
        {found.length === 0 && search !== "" && data && (
          <p className="text-dense text-muted">{t`No tenants found.`}</p>
        )}
      </fieldset>
    </div>
  );
}
