import { cn } from "./class-names.ts";

export interface CheckboxCardOption<Value extends string> {
  value: Value;
  label: string;
  description?: string;
}

interface CheckboxCardsProps<Value extends string> {
  legend: string;
  /** Text under the choices, such as the effect of choosing none. */
  note?: string | false;
  options: readonly CheckboxCardOption<Value>[];
  value: readonly Value[];
  /** Receives the ticked values in the order of the options. */
  onValueChange: (value: Value[]) => void;
  onBlur?: () => void;
  className?: string;
}

/** A multiple choice, one card per option: an account's permissions. */
export function CheckboxCards<Value extends string>(props: CheckboxCardsProps<Value>) {
  const { legend, note, options, value, onValueChange, onBlur, className } = props;
  const isTicked = (option: Value, changed: Value, ticked: boolean) =>
    option === changed ? ticked : value.includes(option);
  return (
    <fieldset className={cn("min-w-0", className)}>
      <legend className="mb-1.5 text-dense font-medium">{legend}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex cursor-pointer items-start gap-3 rounded-card border border-edge bg-surface p-3 shadow-near transition-colors duration-150 hover:bg-hover has-checked:border-brand has-checked:bg-brand-soft"
          >
            <input
              type="checkbox"
              checked={value.includes(option.value)}
              onChange={({ target }) =>
                onValueChange(
                  options
                    .map((each) => each.value)
                    .filter((each) => isTicked(each, option.value, target.checked)),
                )
              }
              onBlur={onBlur}
              className="mt-0.5 size-4 shrink-0 cursor-pointer accent-brand"
            />
            <span className="min-w-0">
              <span className="block text-sm font-medium">{option.label}</span>
              {option.description && (
                <span className="block text-xs text-muted">{option.description}</span>
              )}
            </span>
          </label>
        ))}
      </div>
      {note && <p className="mt-1.5 text-dense text-muted">{note}</p>}
    </fieldset>
  );
}
