import { LoaderCircle } from "lucide-react";
import { cn } from "./class-names.ts";

/** Shows that something is in progress. Pass `label` when there is no text beside it. */
export function Spinner({ label, className = "size-4" }: { label?: string; className?: string }) {
  return (
    <LoaderCircle
      className={cn("shrink-0 animate-spin", className)}
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    />
  );
}
