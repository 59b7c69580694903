import type { OwnInvitation } from "@rokad/contract/sign-in";
import { Building2 } from "lucide-react";
import { t } from "../../language.ts";
import { branding } from "../../branding.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { formatDay } from "../../ui/dates.ts";
import { describeRoles } from "./role-names.ts";

export type InvitationChoice = "join" | "decline";

interface InvitationCardProps {
  invitation: OwnInvitation;
  /** What is being sent for this one. */
  busy: InvitationChoice | undefined;
  disabled: boolean;
  onChoose: (choice: InvitationChoice) => void;
}

/** An invitation of the person who reads it: from whom, as what, until when. */
export function InvitationCard({ invitation, busy, disabled, onChoose }: InvitationCardProps) {
  const { tenant, roles, invited_by: by, expires_at: until } = invitation;
  const name = tenant ?? branding.product;
  return (
    <Card className="grid gap-3 p-4">
      <div className="flex items-start gap-3">
        <Building2 aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
        <div className="grid min-w-0 gap-0.5">
          <p className="font-medium break-words">{name}</p>
          <p className="text-dense text-muted">{describeRoles(roles)}</p>
          <p className="text-dense break-words text-muted">
            {t`Invited by ${by}, valid until`}{" "}
            <span className="whitespace-nowrap">{formatDay(until)}</span>
          </p>
        </div>
      </div>
      <div className="flex justify-end gap-2">
        <Button
          variant="secondary"
          aria-label={t`Decline the invitation of ${name}`}
          disabled={disabled}
          busy={busy === "decline"}
          busyLabel={t`Declining...`}
          onClick={() => onChoose("decline")}
        >
          {t`Decline`}
        </Button>
        <Button
          aria-label={t`Join ${name}`}
          disabled={disabled}
          busy={busy === "join"}
          busyLabel={t`Joining...`}
          onClick={() => onChoose("join")}
        >
          {t`Join`}
        </Button>
      </div>
    </Card>
  );
}
