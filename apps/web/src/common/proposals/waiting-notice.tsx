import type { Proposal } from "@rokad/contract/proposals";
import { Clock } from "lucide-react";
import { t } from "../../super-admin-language.ts";
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
      title={at === null ? t`Waiting for a second person` : t`Takes effect ${formatDayAndTime(at)}`}
      action={
        <Button
          size="sm"
          variant="secondary"
          aria-label={t`Review the change of ${name}`}
          onClick={onReview}
        >
          {t`Review`}
        </Button>
      }
    >
      <span className="break-words tabular-nums">
        {t`${value}, proposed by ${proposal.proposed_by.name}, ${formatDayAndTime(proposal.proposed_at)}`}
      </span>
    </Notice>
  );
}
