import { Radio, WifiOff } from "lucide-react";
import { Badge } from "./badge.tsx";

/** Whether the figures of a page still follow what happens, or stand as they were last heard. */
export function LiveMark({ isLive }: { isLive: boolean }) {
  return (
    <span role="status">
      {isLive ? (
        <Badge tone="good" icon={<Radio />}>
          Live
        </Badge>
      ) : (
        <Badge tone="warn" icon={<WifiOff />}>
          Paused, trying again
        </Badge>
      )}
    </span>
  );
}
