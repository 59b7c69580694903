import { LoaderCircle } from "lucide-react";
import { cn } from "./class-names.ts";

/** Says that something is under way. Give `label` when no word beside it does. */
export function Spinner({ label, className = "size-4" }: { label?: string; className?: string }) {
  return (
    <LoaderCircle
      className={cn("shrink-0 animate-spin", className)}
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    />
  );
}
