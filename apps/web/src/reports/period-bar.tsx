import { todayInIndia } from "@rokad/contract/fields";
import { useNavigate } from "@tanstack/react-router";
import { paths } from "../paths.ts";
import { FilterBar } from "../shell/filter-bar.tsx";
import { useFilterDraft } from "../shell/use-filter-draft.ts";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { periodPresets, presetOf, type Period } from "./periods.ts";

const custom = "Custom";

/** The statement's days: a preset counts at once, days typed in on Apply. */
export function PeriodBar({ period }: { period: Period }) {
  const navigate = useNavigate();
  const [draft, change] = useFilterDraft<Partial<Period>>(period);
  const today = todayInIndia();
  const presets = periodPresets(today);
  const whole = draft.from && draft.to ? { from: draft.from, to: draft.to } : undefined;
  const go = (next: Period | undefined) =>
    void navigate({
      to: paths.reports,
      search: ({ year }) => ({ ...next, year }),
      resetScroll: false,
    });
  return (
    <FilterBar
      range={draft}
      onRange={({ from, to }) => change({ from: from ?? "", to: to ?? "" })}
      onApply={() => go(whole)}
    >
      <Field label="Period" className="max-md:w-full md:w-52">
        <Select
          options={[
            ...presets.map(({ label }) => ({ value: label, label })),
            { value: custom, label: custom, disabled: true },
          ]}
          value={(whole && presetOf(whole, today)) ?? custom}
          onValueChange={(label) => {
            const preset = presets.find((one) => one.label === label);
            if (preset) go({ from: preset.from, to: preset.to });
          }}
        />
      </Field>
    </FilterBar>
  );
}
