import { acceptInvitation, declineInvitation } from "@rokad/contract/own-invitations";
import { chooseTenant, me, type Membership, type OwnInvitation } from "@rokad/contract/sign-in";
import { Building2, ChevronRight } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { openChosenBusiness } from "../api/session.ts";
import { useApi } from "../api/use-api.ts";
import { InvitationCard, type InvitationChoice } from "../common/people/invitation-card.tsx";
import { OwnNameCard } from "../common/people/own-name-card.tsx";
import { describeRoles } from "../common/people/role-names.ts";
import { SignatureHost } from "../common/signing/signature-host.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Section } from "../ui/section.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { toast } from "../ui/toast.ts";

const LeaveDialog = lazy(async () => ({
  default: (await import("./leave-dialog.tsx")).LeaveDialog,
}));

/** The businesses of a person: chosen after the sign-in, joined and left. */
export function BusinessesPage() {
  const { data, error, mutate, isValidating } = useApi(me, {});
  const [busy, setBusy] = useState<{ id: string; choice?: InvitationChoice }>();
  const [leaving, setLeaving] = useState<{ name: string; isOpen: boolean }>();
  const { memberships = [], invitations = [] } = data?.data ?? {};
  const current = memberships.find(({ is_current: isCurrent }) => isCurrent);

  async function choose(id: string) {
    setBusy({ id });
    try {
      await send(chooseTenant, { body: { tenant_id: id } });
      openChosenBusiness(id);
    } catch (failure) {
      setBusy(undefined);
      toast.error(messageOf(failure, t`Could not open this business. Please try again.`));
    }
  }

  async function answer({ id }: OwnInvitation, choice: InvitationChoice) {
    setBusy({ id, choice });
    try {
      const call = choice === "join" ? acceptInvitation : declineInvitation;
      toast.success((await send(call, { params: { id } })).message);
    } catch (failure) {
      toast.error(messageOf(failure, t`Could not send your choice. Please try again.`));
    }
    await mutate();
    setBusy(undefined);
  }

  return (
    <>
      <PageHeader
        title={memberships.length > 1 ? t`Choose a business` : t`Your business`}
        description={
          memberships.length > 1
            ? t`Switch at any time from the account menu, without a new code.`
            : t`The business that you act for.`
        }
        actions={
          current && (
            <Button
              variant="secondary"
              onClick={() => setLeaving({ name: current.tenant.name, isOpen: true })}
            >
              {t`Leave`}
            </Button>
          )
        }
      />
      {error && !data ? (
        <ErrorPanel
          message={t`Could not load your businesses`}
          detail={messageOf(error, t`Check your connection and try again.`)}
          onRetry={() => void mutate()}
          busy={isValidating}
        />
      ) : (
        <div className="grid max-w-xl gap-6">
          {invitations.length > 0 && (
            <Section title={t`Invitations`}>
              <ul className="grid gap-3">
                {invitations.map((invitation) => (
                  <li key={invitation.id}>
                    <InvitationCard
                      invitation={invitation}
                      busy={busy?.id === invitation.id ? busy.choice : undefined}
                      disabled={busy !== undefined}
                      onChoose={(choice) => void answer(invitation, choice)}
                    />
                  </li>
                ))}
              </ul>
            </Section>
          )}
          <ul className="grid gap-3">
            {memberships.map((membership) => (
              <li key={membership.tenant.id}>
                <Business
                  membership={membership}
                  isOnly={memberships.length === 1}
                  isOpening={busy?.id === membership.tenant.id}
                  disabled={busy !== undefined}
                  onChoose={() => void choose(membership.tenant.id)}
                />
              </li>
            ))}
          </ul>
          <OwnNameCard />
        </div>
      )}
      <Suspense>
        {leaving && (
          <LeaveDialog
            name={leaving.name}
            open={leaving.isOpen}
            onClose={() => setLeaving({ ...leaving, isOpen: false })}
          />
        )}
      </Suspense>
      <SignatureHost />
    </>
  );
}

interface BusinessProps {
  membership: Membership;
  isOnly: boolean;
  isOpening: boolean;
  disabled: boolean;
  onChoose: () => void;
}

function Business({ membership, isOnly, isOpening, disabled, onChoose }: BusinessProps) {
  const { tenant, roles, is_current: isCurrent } = membership;
  return (
    <Card className="p-0">
      <button
        type="button"
        disabled={disabled}
        onClick={onChoose}
        className="flex w-full items-center gap-3 rounded-card p-4 text-left transition-colors duration-150 hover:bg-hover disabled:opacity-60"
      >
        <Building2 aria-hidden className="size-5 shrink-0 text-muted" />
        <span className="grid min-w-0 flex-1 gap-0.5">
          <span className="truncate font-medium">{tenant.name}</span>
          <span className="truncate text-dense text-muted">{describeRoles(roles)}</span>
        </span>
        {isCurrent && !isOnly && <Badge tone="brand">{t`Chosen last`}</Badge>}
        {isOpening ? <Spinner /> : <ChevronRight aria-hidden className="size-4 text-muted" />}
      </button>
    </Card>
  );
}
