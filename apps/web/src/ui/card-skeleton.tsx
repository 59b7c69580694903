import { Card } from "./card.tsx";
import { cn } from "./class-names.ts";
import { Skeleton } from "./skeleton.tsx";

/** The loading state of a card with a title, a status, and lines of a label and a figure. */
export function CardSkeleton({ lines = 9, className }: { lines?: number; className?: string }) {
  return (
    <Card aria-busy className={cn(className)}>
      <div className="flex items-center justify-between border-b border-line px-5 py-4">
        <div className="grid gap-2">
          <Skeleton className="h-5 w-36" />
          <Skeleton className="h-3.5 w-24" />
        </div>
        <Skeleton className="h-5 w-24" />
      </div>
      <div className="grid gap-3 p-5">
        {Array.from({ length: lines }, (_, line) => (
          <div key={line} className="flex h-5 items-center justify-between">
            <Skeleton className="h-3.5 w-28" />
            <Skeleton className="h-3.5 w-24" />
          </div>
        ))}
      </div>
    </Card>
  );
}
