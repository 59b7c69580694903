import { todayInIndia } from "@rokad/contract/fields";
import { useNavigate } from "@tanstack/react-router";
import { t } from "../super-admin-language.ts";
import { superAdminPaths } from "../paths.ts";
import { FilterBar } from "../common/lists/filter-bar.tsx";
import { useFilterDraft } from "../common/lists/use-filter-draft.ts";
import { Card } from "../ui/card.tsx";
import { dayPresets, type DayRange } from "../ui/day-presets.ts";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";

const custom = t`Custom`;
const defaultLabel = t`Last 30 days`;

/** The page's period: presets apply at once, entered days after Apply. */
export function PeriodBar({ period }: { period: { from: string; to: string } }) {
  const navigate = useNavigate();
  const [draft, change] = useFilterDraft<DayRange>(period);
  const presets = dayPresets(todayInIndia());
  const selected = presets.find(({ from, to }) => from === draft.from && to === draft.to);
  const applyPeriod = (label: string | undefined, { from, to }: DayRange) =>
    void navigate({
      to: superAdminPaths.analytics,
      search: label === defaultLabel ? {} : { from, to },
      resetScroll: false,
    });
  return (
    <Card>
      <FilterBar
        range={draft}
        onRange={({ from, to }) => change({ from: from ?? "", to: to ?? "" })}
        onApply={() => draft.from && draft.to && applyPeriod(selected?.label, draft)}
      >
        <Field label={t`Period`} className="max-md:w-full md:w-52">
          <Select
            options={[
              ...presets.map(({ label }) => ({ value: label, label })),
              { value: custom, label: custom, disabled: true },
            ]}
            value={selected?.label ?? custom}
            onValueChange={(label) => {
              const preset = presets.find((each) => each.label === label);
              if (preset) applyPeriod(label, preset);
            }}
          />
        </Field>
      </FilterBar>
    </Card>
  );
}
