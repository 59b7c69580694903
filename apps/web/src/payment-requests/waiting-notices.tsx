import type { WaitingApprovals } from "@rokad/contract/waiting-approvals";
import { formatMoney } from "@rokad/money/format";
import { Link } from "@tanstack/react-router";
import { t } from "../language.ts";
import { paths } from "../paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Notice } from "../ui/notice.tsx";

/** The batches and schedules that the person can approve, each with the way to it. */
export function WaitingNotices({ waiting }: Pick<WaitingApprovals, "waiting">) {
  return waiting.map(({ kind, id, title, amount, since }) => (
    <Notice
      key={id}
      tone="info"
      title={<span className="break-words">{t`${title} waits for your approval`}</span>}
      action={
        <Link
          to={kind === "batch" ? paths.bulkPayout : paths.schedule}
          params={{ id }}
          aria-label={t`Review ${title}`}
          className={buttonClass({ variant: "secondary", size: "sm" })}
        >
          {t`Review`}
        </Link>
      }
    >
      {kind === "batch"
        ? t`Batch, ${formatMoney(amount)}, since ${formatDayAndTime(since)}`
        : t`Schedule, since ${formatDayAndTime(since)}`}
    </Notice>
  ));
}
