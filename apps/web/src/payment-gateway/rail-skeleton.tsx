import { Card } from "../ui/card.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

/** The loading state of a provider's card. */
export function RailSkeleton() {
  return (
    <Card aria-busy>
      <div className="flex items-center justify-between border-b border-line px-5 py-4">
        <div className="grid gap-2">
          <Skeleton className="h-5 w-36" />
          <Skeleton className="h-3.5 w-24" />
        </div>
        <Skeleton className="h-8 w-24" />
      </div>
      <div className="grid lg:grid-cols-2">
        <div className="grid content-start gap-3 p-5">
          {Array.from({ length: 9 }, (_, line) => (
            <div key={line} className="flex h-5 items-center justify-between">
              <Skeleton className="h-3.5 w-28" />
              <Skeleton className="h-3.5 w-24" />
            </div>
          ))}
        </div>
        <div className="p-5">
          <Skeleton className="h-8 w-36" />
          <Skeleton className="mt-3 h-56" />
        </div>
      </div>
    </Card>
  );
}
