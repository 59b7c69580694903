import { limits } from "@rokad/contract/limits";
import type { SearchOrder } from "@rokad/contract/search-orders";
import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { t } from "../../language.ts";
import { cn } from "../../ui/class-names.ts";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import type { HistorySearch } from "./history-search.ts";

/** A search starts when typing pauses for this long. */
const pauseMs = 400;

const labels: Record<SearchOrder, string> = {
  newest: t`Newest first`,
  oldest: t`Oldest first`,
  largest: t`Largest amount`,
  smallest: t`Smallest amount`,
};

interface SearchBarProps {
  value: HistorySearch;
  /** What the search finds, for its hint. */
  hint: string;
  /** The orders of this history. */
  orders: readonly SearchOrder[];
  /** True: a phone shows the search alone. */
  isFolded: boolean;
  onChange: (next: HistorySearch, how?: { replace: boolean }) => void;
}

/** The search and the order of a history, above its filters. */
export function SearchBar({ value, hint, orders, isFolded, onChange }: SearchBarProps) {
  const [text, setText] = useState(value.search ?? "");
  const [applied, setApplied] = useState(value.search);
  // Back, a link or a reset changed the address.
  if (applied !== value.search) {
    setApplied(value.search);
    setText(value.search ?? "");
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function search(next: string) {
    clearTimeout(timer.current);
    const trimmed = next.trim() || undefined;
    if (trimmed === value.search) return;
    setApplied(trimmed);
    const { sort } = value;
    // An order by time without a text is the history's own.
    onChange(
      { search: trimmed, sort: !trimmed && sort === "oldest" ? undefined : sort },
      {
        replace: value.search !== undefined,
      },
    );
  }

  return (
    <form
      role="search"
      className="flex min-w-0 flex-1 flex-wrap items-start gap-3 max-md:contents"
      onSubmit={(event) => {
        event.preventDefault();
        search(text);
      }}
    >
      <Field label={t`Search`} className="min-w-40 flex-1 max-md:basis-full">
        <TextInput
          type="search"
          leading={<Search aria-hidden />}
          placeholder={hint}
          title={hint}
          autoComplete="off"
          spellCheck={false}
          maxLength={limits.searchCharsMax}
          value={text}
          onChange={(event) => {
            const next = event.target.value;
            setText(next);
            clearTimeout(timer.current);
            timer.current = setTimeout(() => search(next), pauseMs);
          }}
        />
      </Field>
      <Field
        label={t`Sort by`}
        className={cn("max-md:w-full md:w-38", isFolded && "max-md:hidden")}
      >
        <Select
          options={orders.map((order) => ({
            value: order,
            label: labels[order],
            // The pages of all rows go on to the oldest.
            disabled: order === "oldest" && !value.search,
          }))}
          value={value.sort ?? "newest"}
          onValueChange={(order) =>
            onChange({ search: value.search, sort: order === "newest" ? undefined : order })
          }
        />
      </Field>
    </form>
  );
}

/** What the rows of a search are sorted by, for its pages. */
export function orderText(order: SearchOrder): string {
  return labels[order].toLowerCase();
}
