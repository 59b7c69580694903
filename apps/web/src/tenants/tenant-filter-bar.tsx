import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { t } from "../super-admin-language.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { TextInput } from "../ui/text-input.tsx";
import type { TenantFilters } from "./tenant-filters.ts";
import { roles } from "./words.ts";

const roleOptions = [{ value: "all", label: t`All` }, ...roles] as const;
const statusOptions = [
  { value: "all", label: t`All` },
  { value: "active", label: t`Active` },
  { value: "inactive", label: t`Inactive` },
] as const;

/** The search runs after a pause in typing of this length. */
const typingMs = 300;

interface TenantFilterBarProps {
  filters: TenantFilters;
  go: (next: TenantFilters) => void;
}

/** These filters apply immediately, and each has a chip that removes it. */
export function TenantFilterBar({ filters, go }: TenantFilterBarProps) {
  // Set while the person types; otherwise the field shows the trimmed search in the address.
  const [typed, setTyped] = useState<string | null>(null);
  const box = useRef<HTMLInputElement>(null);
  const latest = useRef(go);
  const change = (part: TenantFilters) => go({ ...filters, ...part, page: undefined });
  useEffect(() => {
    latest.current = (next) => go({ ...filters, ...next, page: undefined });
  });
  useEffect(() => {
    if (typed === null) return undefined;
    const search = typed.trim() || undefined;
    const timer = setTimeout(() => latest.current({ search }), typingMs);
    return () => clearTimeout(timer);
  }, [typed]);

  /** The pressed button disappears, so the focus moves to the search field. */
  function removeFilter(next: TenantFilters): void {
    setTyped(null);
    go(next);
    box.current?.focus();
  }

  return (
    <div role="search" className="grid gap-3 border-b border-line p-4 md:px-5">
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t`Search`} className="max-md:w-full md:w-80">
          <TextInput
            ref={box}
            type="search"
            maxLength={100}
            trailing={<Search aria-hidden />}
            placeholder={t`Name, phone or email`}
            value={typed ?? filters.search ?? ""}
            onBlur={() => {
              if (typed !== null) change({ search: typed.trim() || undefined });
              setTyped(null);
            }}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <Field label={t`Role`} className="max-md:flex-1 md:w-44">
          <Select
            options={roleOptions}
            value={filters.role ?? "all"}
            onValueChange={(role) => change({ role: role === "all" ? undefined : role })}
          />
        </Field>
        <Field label={t`Status`} className="max-md:flex-1 md:w-44">
          <Select
            options={statusOptions}
            value={filters.status ?? "all"}
            onValueChange={(status) => change({ status: status === "all" ? undefined : status })}
          />
        </Field>
        {isFiltered(filters) && (
          <Button variant="ghost" onClick={() => removeFilter({})}>
            {t`Clear`}
          </Button>
        )}
      </div>
      {isFiltered(filters) && (
        <ul aria-label={t`Active filters`} className="flex flex-wrap gap-2">
          {chipsOf(filters).map(({ name, label }) => (
            <li key={name} className="min-w-0">
              <Button
                variant="secondary"
                size="sm"
                className="max-w-full"
                aria-label={t`Remove filter ${label}`}
                onClick={() => removeFilter({ ...filters, [name]: undefined, page: undefined })}
              >
                <span className="truncate">{label}</span>
                <X aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function isFiltered({ search, role, status }: TenantFilters): boolean {
  return Boolean(search ?? role ?? status);
}

function chipsOf({ search, role, status }: TenantFilters) {
  const labelOf = (options: readonly { value: string; label: string }[], value: string) =>
    options.find((option) => option.value === value)?.label ?? value;
  return [
    search !== undefined && { name: "search", label: t`Search: ${search}` },
    role && { name: "role", label: t`Role: ${labelOf(roleOptions, role)}` },
    status && { name: "status", label: t`Status: ${labelOf(statusOptions, status)}` },
  ].filter((chip) => chip !== false && chip !== undefined);
}
