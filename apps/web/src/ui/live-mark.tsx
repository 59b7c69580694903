import { Radio, WifiOff } from "lucide-react";
import { t } from "../super-admin-language.ts";
import { Badge } from "./badge.tsx";

/** Whether a page's figures are live or from the last successful load. */
export function LiveMark({ isLive }: { isLive: boolean }) {
  return (
    <span role="status">
      {isLive ? (
        <Badge tone="good" icon={<Radio />}>
          {t`Live`}
        </Badge>
      ) : (
        <Badge tone="warn" icon={<WifiOff />}>
          {t`Paused, retrying`}
        </Badge>
      )}
    </span>
  );
}
