import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./class-names.ts";

const badgeClass = cva(
  "inline-flex w-fit shrink-0 items-center gap-1 rounded-full border px-2 text-xs leading-5 font-medium whitespace-nowrap [&_svg]:size-3.5 [&_svg]:shrink-0",
  {
    variants: {
      tone: {
        neutral: "border-line bg-sunken text-muted",
        outline: "border-edge text-text",
        brand: "border-brand-line bg-brand-soft text-brand-ink",
        good: "border-good-line bg-good-soft text-good",
        warn: "border-warn-line bg-warn-soft text-warn",
        bad: "border-bad-line bg-bad-soft text-bad",
        calm: "border-bad-line text-calm",
        info: "border-info-line bg-info-soft text-info",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

export type BadgeTone = NonNullable<VariantProps<typeof badgeClass>["tone"]>;

interface BadgeProps extends ComponentProps<"span"> {
  tone?: BadgeTone;
  icon?: ReactNode;
}

export function Badge({ tone, icon, className, children, ...rest }: BadgeProps) {
  return (
    <span {...rest} className={cn(badgeClass({ tone }), className)}>
      {icon}
      {children}
    </span>
  );
}
