import type { PayoutBatch } from "@rokad/contract/payout-batch";
import type { PayoutSchedule } from "@rokad/contract/payout-schedule";
import { t } from "../../language.ts";
import { formatDayAndTime } from "../../ui/dates.ts";
import { Notice } from "../../ui/notice.tsx";

/** Why what was submitted came back as a draft, or that it waits for approval. */
export function DraftNotices({ draft }: { draft: PayoutBatch | PayoutSchedule }) {
  const { state, returned, approval } = draft;
  const isStuck = approval?.next?.people.length === 0;
  return (
    <>
      {returned && (
        <Notice
          tone="warn"
          title={`${returned.by ? (returned.reason ? t`Sent back by ${returned.by.name}` : t`Withdrawn by ${returned.by.name}`) : t`A draft again`}, ${formatDayAndTime(returned.at)}`}
        >
          {returned.reason}
        </Notice>
      )}
      {state === "awaiting_approval" && approval && (
        <Notice
          tone={isStuck ? "bad" : "info"}
          title={isStuck ? t`Nobody can approve it now` : t`Waits for approval`}
        >
          {t`Nothing is paid before the last approval.`}
        </Notice>
      )}
    </>
  );
}
