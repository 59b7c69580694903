import { todayInIndia } from "@rokad/contract/fields";
import { useNavigate } from "@tanstack/react-router";
import { paths } from "../paths.ts";
import { FilterBar } from "../shell/filter-bar.tsx";
import { useFilterDraft } from "../shell/use-filter-draft.ts";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { periodOf, presetOf, presets, type Period } from "./periods.ts";

const options = [...presets, { value: "custom", label: "Custom", disabled: true }] as const;

/** The statement's days: a preset counts at once, days typed in on Apply. */
export function PeriodBar({ period }: { period: Period }) {
  const navigate = useNavigate();
  const [draft, change] = useFilterDraft<Partial<Period>>(period);
  const today = todayInIndia();
  const whole = draft.from && draft.to ? { from: draft.from, to: draft.to } : undefined;
  const go = (next: Period | undefined) =>
    void navigate({ to: paths.reports, search: next ?? {}, resetScroll: false });
  return (
    <FilterBar
      range={draft}
      onRange={({ from, to }) => change({ from: from ?? "", to: to ?? "" })}
      onApply={() => go(whole)}
    >
      <Field label="Period" className="max-md:w-full md:w-52">
        <Select
          options={options}
          value={(whole && presetOf(whole, today)) ?? "custom"}
          onValueChange={(preset) => {
            if (preset !== "custom") go(periodOf(preset, today));
          }}
        />
      </Field>
    </FilterBar>
  );
}
