import type { ComponentProps, ReactNode } from "react";
import { cn } from "./class-names.ts";
import { useFieldAttributes } from "./field.tsx";

/** The common frame of all controls: border, focus ring, error colour. */
export const controlFrame = cn(
  "rounded-control border bg-surface shadow-near transition-[border-color,box-shadow] duration-150 focus-ring",
  "has-[:is(input,select,textarea):disabled]:bg-sunken has-[:is(input,select,textarea):disabled]:text-muted has-[:is(input,select,textarea):disabled]:shadow-none",
  "border-edge has-[[aria-invalid=true]]:border-bad",
);

export interface TextInputProps extends ComponentProps<"input"> {
  /** A fixed part before the text, such as +91 or ₹. */
  leading?: ReactNode;
  /** After the text: an icon, a button, a unit. */
  trailing?: ReactNode;
  size?: never;
}

export function TextInput({ leading, trailing, className, ...props }: TextInputProps) {
  return (
    <div className={cn("flex h-11 items-stretch overflow-hidden md:h-10", controlFrame, className)}>
      {leading && (
        <span className="flex items-center border-r border-line bg-sunken px-3 text-muted select-none [&_svg]:size-4">
          {leading}
        </span>
      )}
      {/* Below 16 px iOS zooms into the field. */}
      <input
        {...useFieldAttributes()}
        {...props}
        className="min-w-0 flex-1 bg-transparent text-ellipsis px-3 text-base outline-none md:text-sm"
      />
      {trailing && (
        <span className="flex items-center pr-2 text-muted [&_svg]:size-4">{trailing}</span>
      )}
    </div>
  );
}
