import { listMemberLimits } from "@rokad/contract/member-limits";
import { formatMoney } from "@rokad/money/format";
import { lazy, Suspense, useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { Button } from "../ui/button.tsx";
import { Card, CardHeader } from "../ui/card.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import type { MemberLimits } from "./limits-dialog.tsx";

const LimitsDialog = lazy(async () => ({
  default: (await import("./limits-dialog.tsx")).LimitsDialog,
}));

/** How much each person can approve or send, and what they used today. */
export function LimitsCard({ canEdit }: { canEdit: boolean }) {
  const { data, error, isValidating, mutate } = useApi(listMemberLimits, {});
  const [edited, setEdited] = useState<MemberLimits>();
  const [isOpen, setIsOpen] = useState(false);
  if (error && !data) {
    return (
      <Card>
        <ErrorPanel
          message={t`Failed to load the limits`}
          detail={messageOf(error, "")}
          onRetry={() => void mutate()}
          busy={isValidating}
        />
      </Card>
    );
  }
  if (!data || data.data.length === 0) return null;
  return (
    <Card>
      <CardHeader
        ruled
        title={t`Limits of each person`}
        description={t`What someone approves or sends counts, without charges`}
      />
      <ul className="divide-y divide-line text-sm">
        {data.data.map((member) => (
          <li key={member.id} className="flex items-center justify-between gap-4 px-5 py-3">
            <div className="min-w-0">
              <p className="font-medium break-words">{member.name}</p>
              <p className="text-dense text-muted tabular-nums">{describeLimits(member)}</p>
            </div>
            {canEdit && (
              <Button
                variant="secondary"
                size="sm"
                aria-label={t`Change the limits of ${member.name}`}
                onClick={() => {
                  setEdited(member);
                  setIsOpen(true);
                }}
              >
                {t`Change`}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Suspense>
        {edited && (
          <LimitsDialog
            key={edited.id}
            member={edited}
            open={isOpen}
            onClose={() => setIsOpen(false)}
            onClosed={() => setEdited(undefined)}
          />
        )}
      </Suspense>
    </Card>
  );
}

function describeLimits(member: MemberLimits): string {
  const { per_payout: perPayout, per_day: perDay, used_today: used } = member;
  const short = (money: { amount: number; currency: string }) =>
    formatMoney(money, { trailingZeros: false });
  const parts = [
    perPayout && t`${short(perPayout)} a payout`,
    perDay && t`${short(perDay)} a day, ${short(used)} used today`,
  ].filter((part) => part !== null);
  return parts.join(" · ") || t`No limit`;
}
