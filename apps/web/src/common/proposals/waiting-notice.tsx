import type { Proposal } from "@rokad/contract/proposals";
import { Clock } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { formatDayAndTime } from "../../ui/dates.ts";
import { Notice } from "../../ui/notice.tsx";

interface WaitingNoticeProps {
  proposal: Proposal;
  /** What waits, such as "Platform fee". */
  name: string;
  /** The proposed value. */
  value: string;
  onReview: () => void;
}

/** Beside a setting or credential that a waiting proposal changes. */
export function WaitingNotice({ proposal, name, value, onReview }: WaitingNoticeProps) {
  const { takes_effect_at: at } = proposal;
  return (
    <Notice
      tone={at !== null && proposal.state === "waiting" ? "bad" : "warn"}
      icon={<Clock />}
      title={at === null ? "Waiting for a second person" : `Takes effect ${formatDayAndTime(at)}`}
      action={
        <Button
          size="sm"
          variant="secondary"
          aria-label={`Review the change of ${name}`}
          onClick={onReview}
        >
          Review
        </Button>
      }
    >
      <span className="break-words tabular-nums">
        {value}, proposed by {proposal.proposed_by.name}, {formatDayAndTime(proposal.proposed_at)}
      </span>
    </Notice>
  );
}
