import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./class-names.ts";
import { Spinner } from "./spinner.tsx";

/** Button styles, also for links: `<Link className={buttonClass()}>`. */
export const buttonClass = cva(
  [
    "inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap select-none",
    "transition-[background-color,border-color,color,transform] duration-150 active:translate-y-px",
    "off:pointer-events-none off:active:translate-y-0 [&_svg]:shrink-0",
  ],
  {
    variants: {
      variant: {
        primary:
          "border border-transparent bg-brand text-white shadow-near hover:bg-brand-hover off:border-line off:bg-sunken off:text-muted off:shadow-none",
        secondary:
          "border border-edge bg-surface text-text shadow-near hover:bg-hover off:border-line off:text-muted off:shadow-none",
        ghost: "border border-transparent text-muted hover:bg-hover hover:text-text off:opacity-60",
        danger:
          "border border-bad-line bg-bad-soft text-bad hover:border-bad off:border-line off:bg-sunken off:text-muted",
        link: "text-brand-ink underline-offset-4 hover:underline off:text-muted",
      },
      size: {
        sm: "h-8 px-2.5 text-dense [&_svg]:size-3.5",
        md: "h-10 px-3.5 text-sm [&_svg]:size-4",
        lg: "h-11 px-4 text-[15px] [&_svg]:size-4.5",
        icon: "size-10 [&_svg]:size-4.5",
        "icon-sm": "size-8 [&_svg]:size-4",
        text: "h-auto p-0 text-sm [&_svg]:size-4",
      },
      wide: { true: "w-full" },
    },
    defaultVariants: { variant: "primary", size: "md" },
  },
);

export interface ButtonProps extends ComponentProps<"button">, VariantProps<typeof buttonClass> {
  icon?: ReactNode;
  /**
   * Shows a spinner and ignores presses. Unlike a disabled button it keeps the focus, so that
   * keyboard users stay in place.
   */
  busy?: boolean;
  /** The label while busy, such as "Sending OTP...". */
  busyLabel?: ReactNode;
}

export function Button(props: ButtonProps) {
  const { variant, size, wide, icon, busy, busyLabel, className, children, onClick, ...rest } =
    props;
  return (
    <button
      type="button"
      {...rest}
      className={cn(buttonClass({ variant, size, wide }), className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      // Preventing the click also stops a submit by Enter.
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Spinner /> : icon}
      {busy && busyLabel ? busyLabel : children}
    </button>
  );
}
