import { todayInIndia } from "@rokad/contract/fields";
import { useNavigate } from "@tanstack/react-router";
import { superAdminPaths } from "../paths.ts";
import { FilterBar } from "../shell/filter-bar.tsx";
import { useFilterDraft } from "../shell/use-filter-draft.ts";
import { Card } from "../ui/card.tsx";
import { dayPresets, type DayRange } from "../ui/day-presets.ts";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";

const custom = "Custom";
const usual = "Last 30 days";

/** The days of the page: a preset counts at once, days typed in on Apply. */
export function PeriodBar({ period }: { period: { from: string; to: string } }) {
  const navigate = useNavigate();
  const [draft, change] = useFilterDraft<DayRange>(period);
  const presets = dayPresets(todayInIndia());
  const chosen = presets.find(({ from, to }) => from === draft.from && to === draft.to);
  const go = (label: string | undefined, { from, to }: DayRange) =>
    void navigate({
      to: superAdminPaths.analytics,
      search: label === usual ? {} : { from, to },
      resetScroll: false,
    });
  return (
    <Card>
      <FilterBar
        range={draft}
        onRange={({ from, to }) => change({ from: from ?? "", to: to ?? "" })}
        onApply={() => draft.from && draft.to && go(chosen?.label, draft)}
      >
        <Field label="Period" className="max-md:w-full md:w-52">
          <Select
            options={[
              ...presets.map(({ label }) => ({ value: label, label })),
              { value: custom, label: custom, disabled: true },
            ]}
            value={chosen?.label ?? custom}
            onValueChange={(label) => {
              const preset = presets.find((one) => one.label === label);
              if (preset) go(label, preset);
            }}
          />
        </Field>
      </FilterBar>
    </Card>
  );
}
