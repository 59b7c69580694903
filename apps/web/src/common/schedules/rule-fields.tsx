import { limits } from "@rokad/contract/limits";
import {
  holidayRules,
  weekdayName,
  weekdays,
  type HolidayRule,
  type Weekday,
} from "@rokad/contract/schedule-rule";
import { translateText } from "../../answers.ts";
import { t } from "../../language.ts";
import { digitsOnly } from "../../api/clean-field.ts";
import { DateField } from "../../ui/date-field.tsx";
import { Field } from "../../ui/field.tsx";
import { RadioCards } from "../../ui/radio-cards.tsx";
import { Select } from "../../ui/select.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import type { RuleDraft } from "./rule-draft.ts";

interface RuleFieldsProps {
  draft: RuleDraft;
  /** What is due on the days: `payout`, or `batch`. */
  thing?: "payout" | "batch";
  /** By the field of the request. */
  errors: Readonly<Record<string, string>>;
  onChange: (part: Partial<RuleDraft>) => void;
}

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, "0")}:00`,
}));
const monthDays = [
  ...Array.from({ length: 31 }, (_, at) => ({ value: String(at + 1), label: String(at + 1) })),
  { value: "last", label: t`Last day` },
];
const holidayLabels: Readonly<Record<HolidayRule, string>> = {
  same_day: t`on that day`,
  before: t`on the working day before`,
  after: t`on the working day after`,
};
const words = {
  payout: { verb: t`Pay`, many: t`payouts` },
  batch: { verb: t`Prepare it`, many: t`batches` },
} as const;

/** When a schedule pays: once, by weekdays or by the day of the month, and until when. */
export function RuleFields({ draft, errors, onChange, thing = "payout" }: RuleFieldsProps) {
  const { repeats } = draft;
  const { verb, many } = words[thing];
  const isRepeated = repeats !== "once";
  const everyOf = repeats === "weekly" ? everyWeeks : everyMonths;
  return (
    <>
      <RadioCards
        legend={t`When`}
        options={[
          { value: "once", label: t`Once` },
          { value: "weekly", label: t`Weekly` },
          { value: "monthly", label: t`Monthly` },
        ]}
        value={repeats}
        onValueChange={(next) => onChange({ repeats: next })}
      />
      {repeats === "weekly" && (
        <Weekdays
          value={draft.weekdays}
          error={errors["rule.weekdays"]}
          onChange={(next) => onChange({ weekdays: next })}
        />
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {repeats === "monthly" && (
          <Field
            label={t`Day of the month`}
            error={errors["rule.day"]}
            hint={Number(draft.day) > 28 ? t`In a shorter month, its last day` : undefined}
          >
            <Select
              options={monthDays}
              value={draft.day}
              onValueChange={(day) => onChange({ day })}
            />
          </Field>
        )}
        {isRepeated && (
          <Field label={t`Repeat`} error={errors["rule.every"]}>
            <Select
              options={Array.from({ length: 12 }, (_, at) => ({
                value: String(at + 1),
                label: everyOf(at + 1),
              }))}
              value={String(draft.every)}
              onValueChange={(every) => onChange({ every: Number(every) })}
            />
          </Field>
        )}
        <DateField
          label={isRepeated ? t`From` : t`Day`}
          value={draft.startsOn}
          error={errors["rule.starts_on"]}
          onChange={(startsOn) => onChange({ startsOn })}
        />
        <Field label={t`Time`} hint={t`In India`} error={errors["rule.hour"]}>
          <Select
            options={hours}
            value={String(draft.hour)}
            onValueChange={(hour) => onChange({ hour: Number(hour) })}
          />
        </Field>
        <Field
          label={t`On a bank holiday`}
          hint={t`Also Sundays and second and fourth Saturdays`}
          error={errors["rule.on_holiday"]}
        >
          <Select
            options={holidayRules.map((value) => ({
              value,
              label: `${verb} ${holidayLabels[value]}`,
            }))}
            value={draft.onHoliday}
            onValueChange={(onHoliday) => onChange({ onHoliday })}
          />
        </Field>
        {isRepeated && (
          <Field label={t`Ends`}>
            <Select
              options={[
                { value: "never", label: t`Until I end it` },
                { value: "on", label: t`On a day` },
                { value: "after", label: t`After a number of ${many}` },
              ]}
              value={draft.ends}
              onValueChange={(next) => onChange({ ends: next })}
            />
          </Field>
        )}
        {isRepeated && draft.ends === "on" && (
          <DateField
            label={t`Last day`}
            value={draft.endsOn}
            error={errors["rule.ends_on"]}
            onChange={(endsOn) => onChange({ endsOn })}
          />
        )}
        {isRepeated && draft.ends === "after" && (
          <Field
            label={thing === "payout" ? t`Payouts` : t`Batches`}
            hint={t`Skipped ones count`}
            error={errors["rule.count"]}
          >
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              value={draft.count === undefined ? "" : String(draft.count)}
              maxLength={String(limits.scheduleRunsMax).length}
              onChange={(event) => {
                const digits = digitsOnly(event.target.value);
                onChange({ count: digits === "" ? undefined : Number(digits) });
              }}
            />
          </Field>
        )}
      </div>
    </>
  );
}

interface WeekdaysProps {
  value: readonly Weekday[];
  error: string | undefined;
  onChange: (value: Weekday[]) => void;
}

/** Seven toggles on one line, also on a phone. */
function Weekdays({ value, error, onChange }: WeekdaysProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-dense font-medium">{t`Days of the week`}</legend>
      <div className="flex gap-1.5">
        {weekdays.map((day) => (
          <label
            key={day}
            title={translateText(weekdayName(day))}
            className="relative flex h-11 flex-1 cursor-pointer items-center justify-center rounded-control border border-edge bg-surface text-sm transition-colors duration-150 hover:bg-hover has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand md:h-10"
          >
            <input
              type="checkbox"
              checked={value.includes(day)}
              onChange={({ target }) =>
                onChange(
                  weekdays.filter((one) => (one === day ? target.checked : value.includes(one))),
                )
              }
              className="absolute inset-0 cursor-pointer appearance-none outline-none"
            />
            <span className="sr-only">{translateText(weekdayName(day))}</span>
            <span aria-hidden>{translateText(weekdayName(day)).slice(0, 2)}</span>
          </label>
        ))}
      </div>
      <div aria-live="polite">{error && <p className="mt-1.5 text-dense text-bad">{error}</p>}</div>
    </fieldset>
  );
}

const everyWeeks = (count: number) => (count === 1 ? t`Every week` : t`Every ${count} weeks`);
const everyMonths = (count: number) => (count === 1 ? t`Every month` : t`Every ${count} months`);
