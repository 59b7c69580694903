import { Radio, WifiOff } from "lucide-react";
import { Badge } from "./badge.tsx";

/** Whether a page's figures are live or from the last successful load. */
export function LiveMark({ isLive }: { isLive: boolean }) {
  return (
    <span role="status">
      {isLive ? (
        <Badge tone="good" icon={<Radio />}>
          Live
        </Badge>
      ) : (
        <Badge tone="warn" icon={<WifiOff />}>
          Paused, retrying
        </Badge>
      )}
    </span>
  );
}
