import type { ComponentProps } from "react";

/** The browser's own checkbox in our colour. Outside a label it needs an `aria-label`. */
export function Checkbox({ some, ...props }: ComponentProps<"input"> & { some?: boolean }) {
  return (
    <input
      {...props}
      ref={(input) => {
        if (input) input.indeterminate = some ?? false;
      }}
      type="checkbox"
      className="size-4 shrink-0 cursor-pointer accent-brand"
    />
  );
}
