import { Card } from "../ui/card.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

/** Has the charts' shape, so that the layout stays still when they load. */
export function AnalyticsSkeleton() {
  return (
    <div className="grid gap-4" aria-busy>
      <Card className="overflow-hidden">
        <div className="grid grid-cols-2 border-b border-line lg:grid-cols-4">
          {Array.from({ length: 4 }, (_, metric) => (
            <div key={metric} className="h-24 px-5 py-4">
              <Skeleton className="h-3.5 w-20" />
              <Skeleton className="mt-2.5 h-5 w-24" />
              <Skeleton className="mt-2.5 h-3 w-14" />
            </div>
          ))}
        </div>
        <div className="h-84 p-5">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="mt-6 h-56" />
        </div>
      </Card>
      <div className="grid gap-4 lg:grid-cols-2">
        {["method", "bank"].map((part) => (
          <Card key={part} className="h-80 p-5 sm:h-96">
            <Skeleton className="h-4 w-28" />
            {Array.from({ length: 4 }, (_, row) => (
              <div key={row} className="mt-8 grid gap-2">
                <Skeleton className="h-3.5 w-32" />
                <Skeleton className="h-2 w-full" />
              </div>
            ))}
          </Card>
        ))}
      </div>
    </div>
  );
}
