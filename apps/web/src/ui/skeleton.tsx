import { cn } from "./class-names.ts";

/** A placeholder of the final size: `<Skeleton className="h-7 w-36" />`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn("block animate-pulse rounded-md bg-line", className)} />;
}
