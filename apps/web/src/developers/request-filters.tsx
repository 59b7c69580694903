import { listApiKeys } from "@rokad/contract/api-keys";
import type { RequestOutcome } from "@rokad/contract/api-requests";
import { Search } from "lucide-react";
import { useState } from "react";
import { t } from "../language.ts";
import { useApi } from "../api/use-api.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { parseSearch, type RequestSearch } from "./request-text.ts";

export interface RequestFilter {
  /** The id of a key, or "all". */
  readonly key: string;
  readonly outcome: RequestOutcome;
  readonly search: RequestSearch;
}

export const noFilter: RequestFilter = { key: "all", outcome: "all", search: {} };

export function isFiltered({ key, outcome, search }: RequestFilter): boolean {
  return key !== "all" || outcome !== "all" || Object.keys(search).length > 0;
}

const outcomes: readonly { value: RequestOutcome; label: string }[] = [
  { value: "all", label: t`All` },
  { value: "succeeded", label: t`Succeeded` },
  { value: "refused", label: t`Refused (4xx)` },
  { value: "failed", label: t`Failed (5xx)` },
];

interface RequestFiltersProps {
  filter: RequestFilter;
  onFilter: (filter: RequestFilter) => void;
}

/** The lists take effect at once, the text on Enter or Find. */
export function RequestFilters({ filter, onFilter }: RequestFiltersProps) {
  const { data } = useApi(listApiKeys, {});
  const [text, setText] = useState(Object.values(filter.search)[0] ?? "");
  const [error, setError] = useState<string>();
  const keys = (data?.data.keys ?? []).map(({ id, name }) => ({ value: id, label: name }));

  function find() {
    const search = parseSearch(text);
    setError(search ? undefined : t`Enter a whole request ID, or a call such as createPayout`);
    if (search) onFilter({ ...filter, search });
  }

  return (
    <form
      aria-label={t`Filters of requests`}
      noValidate
      className="flex flex-wrap items-start gap-3 border-b border-line p-4 md:px-5"
      onSubmit={(event) => {
        event.preventDefault();
        find();
      }}
    >
      <Field label={t`Key`} className="max-md:flex-1 max-md:basis-32 md:w-40">
        <Select
          options={[{ value: "all", label: t`All keys` }, ...keys]}
          value={filter.key}
          onValueChange={(key) => onFilter({ ...filter, key })}
        />
      </Field>
      <Field label={t`Outcome`} className="max-md:flex-1 max-md:basis-32 md:w-40">
        <Select
          options={outcomes}
          value={filter.outcome}
          onValueChange={(outcome) => onFilter({ ...filter, outcome })}
        />
      </Field>
      <Field label={t`Request ID or call`} error={error} className="max-md:w-full md:w-80">
        <TextInput
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <div className="flex gap-2 max-md:w-full md:mt-6">
        <Button type="submit" variant="secondary" icon={<Search />} className="max-md:flex-1">
          {t`Find`}
        </Button>
        {isFiltered(filter) && (
          <Button
            variant="ghost"
            className="max-md:flex-1"
            onClick={() => {
              setText("");
              setError(undefined);
              onFilter(noFilter);
            }}
          >
            {t`Reset`}
          </Button>
        )}
      </div>
    </form>
  );
}
