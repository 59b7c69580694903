import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronDown } from "lucide-react";
import { cn } from "./class-names.ts";
import { useFieldWiring } from "./field.tsx";

export interface SelectOption<Value extends string> {
  /** Never empty: "all" stands for no filter. */
  value: Value;
  label: string;
  /** A second, quieter line in the list. */
  hint?: string;
  disabled?: boolean;
}

interface SelectProps<Value extends string> {
  options: readonly SelectOption<Value>[];
  value: Value | null;
  onValueChange: (value: Value) => void;
  onBlur?: () => void;
  placeholder?: string;
  name?: string;
  disabled?: boolean;
  /** Names the control where it stands outside a Field. */
  "aria-label"?: string;
  className?: string;
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { options, value, onValueChange, onBlur, placeholder, className } = props;
  const { id, ...described } = useFieldWiring();
  return (
    <Base.Root
      items={options}
      value={value}
      onValueChange={(next) => next !== null && onValueChange(next)}
      onOpenChange={(open) => !open && onBlur?.()}
      {...(id && { id })}
      {...(props.name && { name: props.name })}
      disabled={props.disabled ?? false}
    >
      <Base.Trigger
        {...described}
        aria-label={props["aria-label"]}
        className={cn(
          "flex h-11 w-full items-center justify-between gap-2 rounded-control border border-edge bg-surface px-3 text-left text-base shadow-near md:h-10 md:text-sm",
          "transition-colors duration-150 hover:bg-sunken aria-invalid:border-bad data-disabled:bg-sunken data-disabled:text-muted data-disabled:shadow-none",
          className,
        )}
      >
        <span className="truncate">
          <Base.Value placeholder={placeholder} className="data-placeholder:text-muted" />
        </span>
        <Base.Icon className="shrink-0 text-muted">
          <ChevronDown className="size-4" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
          <Base.Popup className="max-h-[min(20rem,var(--available-height))] min-w-(--anchor-width) origin-(--transform-origin) overflow-y-auto rounded-control border border-line bg-raised p-1 shadow-far outline-none transition-[opacity,scale] duration-150 entering:scale-98 entering:opacity-0 leaving:opacity-0">
            <Base.List>
              {options.map((option) => (
                <Option key={option.value} {...option} />
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Option({ value, label, hint, disabled }: SelectOption<string>) {
  return (
    <Base.Item
      value={value}
      disabled={disabled ?? false}
      className="flex min-h-10 items-center gap-2 rounded-md px-2.5 py-1.5 text-sm outline-none select-none data-disabled:text-muted data-highlighted:bg-sunken md:min-h-9"
    >
      <span className="min-w-0 flex-1">
        <Base.ItemText className="block truncate">{label}</Base.ItemText>
        {hint && <span className="block truncate text-xs text-muted">{hint}</span>}
      </span>
      <Base.ItemIndicator className="text-brand-ink">
        <Check className="size-4" />
      </Base.ItemIndicator>
    </Base.Item>
  );
}
