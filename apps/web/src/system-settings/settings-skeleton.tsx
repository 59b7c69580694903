import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import type { SettingGroup } from "./setting-groups.ts";

/** The loading state of a group. */
export function SettingsSkeleton({ group }: { group: SettingGroup }) {
  return (
    <Card aria-busy>
      <CardHeader title={group.title} description={group.description} ruled />
      <CardBody className="grid items-start gap-5">
        {group.keys.map((key) => (
          <div key={key} className="grid gap-1.5">
            <Skeleton className="h-5 w-36" />
            <Skeleton className="h-11 md:h-10" />
            <Skeleton className="h-5 w-36" />
            <Skeleton className="h-5" />
          </div>
        ))}
      </CardBody>
      <div className="flex justify-end border-t border-line px-5 py-4">
        <Skeleton className="h-10 w-36" />
      </div>
    </Card>
  );
}
