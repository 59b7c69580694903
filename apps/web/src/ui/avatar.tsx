import { cn } from "./class-names.ts";

/** One or two characters in a circle, next to the name. */
export function Avatar({
  text,
  className = "size-9 text-dense",
}: {
  text: string;
  className?: string;
}) {
  return (
    <span
      aria-hidden
      className={cn(
        "flex shrink-0 items-center justify-center rounded-full bg-brand-soft font-semibold text-brand-ink uppercase tabular-nums",
        className,
      )}
    >
      {text}
    </span>
  );
}
