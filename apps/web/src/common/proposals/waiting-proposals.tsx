import type { Proposal } from "@rokad/contract/proposals";
import { t } from "../../super-admin-language.ts";
import { messageOf } from "../../api/api-error.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { formatDayAndTime } from "../../ui/dates.ts";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { canConfirm } from "./can-confirm.ts";
import type { useProposals } from "./use-proposals.ts";

interface WaitingProposalsProps {
  proposals: ReturnType<typeof useProposals>;
  personId: string | undefined;
  onReview: (id: string) => void;
}

/** The changes that wait; nothing while none does. */
export function WaitingProposals({ proposals, personId, onReview }: WaitingProposalsProps) {
  const { waiting, error, retrying, reload } = proposals;
  if (error) {
    return (
      <Card>
        <ErrorPanel
          message={t`Failed to load the changes that wait for a second person`}
          detail={messageOf(error, "")}
          onRetry={reload}
          busy={retrying}
        />
      </Card>
    );
  }
  if (waiting.length === 0) return null;
  const isTimed = waiting.some((one) => one.takes_effect_at !== null);
  const title = isTimed ? t`Changes that take effect later` : t`Waiting for a second person`;
  return (
    <Card aria-label={title}>
      <CardHeader
        title={title}
        description={
          isTimed
            ? t`Each at the time shown, or when another super admin confirms it.`
            : t`These changes take effect when another super admin confirms them.`
        }
        ruled
      />
      <ul className="divide-y divide-line">
        {waiting.map((proposal) => (
          <Row key={proposal.id} {...{ proposal, personId, onReview }} />
        ))}
      </ul>
    </Card>
  );
}

interface RowProps extends Pick<WaitingProposalsProps, "personId" | "onReview"> {
  proposal: Proposal;
}

function Row({ proposal, personId, onReview }: RowProps) {
  const { id, title, proposed_by: proposer, proposed_at: at } = proposal;
  const { takes_effect_at: takesEffectAt, state } = proposal;
  const isOwn = proposer.id === personId;
  const needsYou = canConfirm(proposal, personId);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="text-sm font-medium break-words">{title}</p>
        <p className="text-dense break-words text-muted">
          {isOwn ? t`You` : proposer.name}, {formatDayAndTime(at)}
        </p>
      </div>
      {takesEffectAt === null ? (
        <Badge tone={needsYou ? "warn" : "neutral"}>
          {isOwn ? t`Yours` : needsYou ? t`Needs you` : t`Waiting`}
        </Badge>
      ) : (
        <Badge tone={state === "waiting" ? "bad" : "info"}>
          {t`Takes effect ${formatDayAndTime(takesEffectAt)}`}
        </Badge>
      )}
      <Button
        size="sm"
        variant="secondary"
        aria-label={t`Review the proposal: ${title}`}
        onClick={() => onReview(id)}
      >
        {t`Review`}
      </Button>
    </li>
  );
}
