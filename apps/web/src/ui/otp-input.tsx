import { useEffect, useRef, useState } from "react";
import { cn } from "./class-names.ts";
import { useFieldAttributes } from "./field.tsx";
import { codeDigits, parseCode } from "./parse-code.ts";

/** Required by the specification: the dialog is open by then, and phones show their keyboard. */
const focusAfterMs = 100;

interface OtpInputProps {
  value: string;
  onValueChange: (value: string) => void;
  onBlur?: () => void;
  disabled?: boolean;
  name?: string;
}

/**
 * Six slots drawn over one real input. A single input works with paste, SMS autofill, screen readers
 * and password managers. Complete digits submit nothing: the person presses the button or Enter.
 */
export function OtpInput(props: OtpInputProps) {
  const { value, onValueChange, onBlur, disabled, name } = props;
  const input = useRef<HTMLInputElement>(null);
  const [focused, setFocused] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => input.current?.focus(), focusAfterMs);
    return () => clearTimeout(timer);
  }, []);

  function change(text: string) {
    const next = parseCode(text);
    if (next !== value) onValueChange(next);
  }

  return (
    <div className="group/otp relative grid w-full grid-cols-6 gap-2 sm:gap-2.5">
      {/* Transparent, over the slots; the caret stays after the last digit. */}
      <input
        {...useFieldAttributes()}
        ref={input}
        name={name}
        value={value}
        disabled={disabled}
        inputMode="numeric"
        pattern="[0-9]*"
        autoComplete="one-time-code"
        spellCheck={false}
        onChange={(event) => change(event.target.value)}
        onPaste={(event) => {
          // A complete code replaces the typed digits.
          const pasted = parseCode(event.clipboardData.getData("text"));
          if (pasted.length < codeDigits) return;
          event.preventDefault();
          change(pasted);
        }}
        onSelect={({ currentTarget: { selectionStart, selectionEnd }, currentTarget }) => {
          // A selection stays, so that Ctrl+A and Delete work; a caret moves to the end.
          if (selectionStart === selectionEnd)
            currentTarget.setSelectionRange(value.length, value.length);
        }}
        onFocus={() => setFocused(true)}
        onBlur={(event) => {
          setFocused(false);
          // Switching windows, as for reading the SMS, does not leave the field.
          if (document.activeElement !== event.currentTarget) onBlur?.();
        }}
        className="peer absolute inset-0 z-10 w-full cursor-text rounded-control bg-transparent text-base text-transparent caret-transparent opacity-0 outline-none"
      />
      {Array.from({ length: codeDigits }, (_, slot) => (
        <span
          key={slot}
          aria-hidden
          data-active={focused && slot === Math.min(value.length, codeDigits - 1) ? "" : undefined}
          className={cn(
            "flex h-13 items-center justify-center rounded-control border border-edge bg-surface text-xl font-semibold tabular-nums shadow-near transition-[border-color,box-shadow] duration-150",
            "peer-disabled:bg-sunken peer-disabled:text-muted peer-aria-invalid:border-bad",
            "data-active:border-brand data-active:ring-3 data-active:ring-brand/25",
          )}
        >
          {value[slot] ?? (focused && slot === value.length && <Caret />)}
        </span>
      ))}
    </div>
  );
}

function Caret() {
  return <span className="h-6 w-px animate-pulse bg-brand" />;
}
