import type { Rail } from "@rokad/contract/gateway";
import { providerNames } from "@rokad/contract/tenants";
import { formatDayAndTime } from "../ui/dates.ts";
import { Notice } from "../ui/notice.tsx";
import { sumWords } from "./sum-words.ts";

/** Who paused it, why, and what that means for what waits. */
export function PauseNotice({ rail, other }: { rail: Rail; other: Rail | undefined }) {
  const { pause, waiting, under_way: underWay } = rail;
  if (!pause) return null;
  const canMove = other && !other.pause;
  return (
    <Notice
      tone="warn"
      title={`Paused by ${pause.by}, ${formatDayAndTime(pause.at)}: ${pause.reason}`}
      className="mx-5 mt-5 break-words"
    >
      No new payout is sent over {providerNames[rail.id]}.{" "}
      {waiting.count > 0
        ? `Waiting as pending, with the money held, until the resume: ${sumWords(waiting)}.`
        : "None waits now."}{" "}
      {canMove &&
        `Those of tenants that may use ${providerNames[other.id]} go over that one instead.`}{" "}
      {underWay.count > 0 && `Sent before, and still looked up to the end: ${sumWords(underWay)}.`}
    </Notice>
  );
}
