import type { Rail } from "@rokad/contract/gateway";
import { CircleCheck, CircleDashed, CircleX, Pause } from "lucide-react";
import { Badge } from "../ui/badge.tsx";

/** A provider's worst state. */
export function RailBadge({ rail }: { rail: Rail }) {
  if (rail.missing_settings.length > 0) {
    return (
      <Badge tone="bad" icon={<CircleX />}>
        Not configured
      </Badge>
    );
  }
  if (rail.pause) {
    return (
      <Badge tone="warn" icon={<Pause />}>
        Paused
      </Badge>
    );
  }
  if (!rail.probe) {
    return (
      <Badge tone="outline" icon={<CircleDashed />}>
        Not checked yet
      </Badge>
    );
  }
  return rail.probe.error === null ? (
    <Badge tone="good" icon={<CircleCheck />}>
      Sending payouts
    </Badge>
  ) : (
    <Badge tone="bad" icon={<CircleX />}>
      Not responding
    </Badge>
  );
}
