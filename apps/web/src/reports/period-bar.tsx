import { todayInIndia } from "@rokad/contract/fields";
import { useNavigate } from "@tanstack/react-router";
import { t } from "../language.ts";
import { paths } from "../paths.ts";
import { FilterBar } from "../common/lists/filter-bar.tsx";
import { useFilterDraft } from "../common/lists/use-filter-draft.ts";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { periodPresets, findPresetLabel, type Period } from "./periods.ts";

const custom = t`Custom`;

/** The statement's period: presets apply at once, entered days after Apply. */
export function PeriodBar({ period }: { period: Period }) {
  const navigate = useNavigate();
  const [draft, change] = useFilterDraft<Partial<Period>>(period);
  const today = todayInIndia();
  const presets = periodPresets(today);
  const completePeriod = draft.from && draft.to ? { from: draft.from, to: draft.to } : undefined;
  const applyPeriod = (next: Period | undefined) =>
    void navigate({
      to: paths.reports,
      search: ({ year, by }) => ({ ...next, year, by }),
      resetScroll: false,
    });
  return (
    <FilterBar
      range={draft}
      onRange={({ from, to }) => change({ from: from ?? "", to: to ?? "" })}
      onApply={() => applyPeriod(completePeriod)}
    >
      <Field label={t`Period`} className="max-md:w-full md:w-52">
        <Select
          options={[
            ...presets.map(({ label }) => ({ value: label, label })),
            { value: custom, label: custom, disabled: true },
          ]}
          value={(completePeriod && findPresetLabel(completePeriod, today)) ?? custom}
          onValueChange={(label) => {
            const preset = presets.find((each) => each.label === label);
            if (preset) applyPeriod({ from: preset.from, to: preset.to });
          }}
        />
      </Field>
    </FilterBar>
  );
}
