import { UserPlus, Users } from "lucide-react";
import { lazy, Suspense } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { may, useUser } from "../api/session.ts";
import { useApi } from "../api/use-api.ts";
import { currentViewing } from "../api/viewing.ts";
import { OwnNameCard } from "../common/people/own-name-card.tsx";
import { SignatureHost } from "../common/signing/signature-host.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Section } from "../ui/section.tsx";
import { useOpened } from "../ui/use-opened.ts";
import { invitationColumns, memberColumns, type TeamAct } from "./team-columns.tsx";
import { installationTeam, tenantTeam, type TeamKind } from "./team-kind.ts";

const TeamDialog = lazy(async () => ({ default: (await import("./team-dialog.tsx")).TeamDialog }));

const empty = (
  <EmptyState icon={<Users />} title={t`No members`} description={t`Members appear here.`} />
);

/** The people of a business. */
export function TeamPage() {
  return (
    <>
      <Team kind={tenantTeam} mayChange={may(useUser(), "manage_team") && !currentViewing()} />
      <SignatureHost />
    </>
  );
}

/** The super admins of the installation; only an owner changes them. */
export function SuperAdminTeamPage() {
  return (
    <div className="grid gap-6">
      <Team kind={installationTeam} mayChange={may(useUser(), "manage")} />
      <div className="max-w-xl">
        <OwnNameCard />
      </div>
    </div>
  );
}

function Team({ kind, mayChange }: { kind: TeamKind; mayChange: boolean }) {
  const { data, error, isValidating, mutate } = useApi(kind.list, {});
  const { opened, isOpen, open, close } = useOpened<TeamAct>();
  const team = data?.data;
  const onAct = mayChange ? open : undefined;
  return (
    <>
      <PageHeader
        title={t`Team`}
        description={kind.description}
        actions={
          mayChange && (
            <Button onClick={() => open({ kind: "invite" })}>
              <UserPlus aria-hidden />
              {t`Invite`}
            </Button>
          )
        }
      />
      <div className="grid gap-6">
        <Card>
          {!team && error ? (
            <ErrorPanel
              message={t`Failed to load the team`}
              detail={messageOf(error)}
              onRetry={() => void mutate()}
              busy={isValidating}
            />
          ) : (
            <DataTable
              caption={t`Members, active ones first`}
              columns={memberColumns(onAct, kind)}
              rows={team?.members}
              rowKey={({ id }) => id}
              skeletonRows={3}
              empty={empty}
            />
          )}
        </Card>
        {team && team.invitations.length > 0 && (
          <Section title={t`Invitations`}>
            <Card>
              <DataTable
                caption={t`Open invitations, newest first`}
                columns={invitationColumns(onAct)}
                rows={team.invitations}
                rowKey={({ id }) => id}
                empty={null}
              />
            </Card>
          </Section>
        )}
      </div>
      <Suspense>
        {opened && (
          <TeamDialog
            key={opened.number}
            kind={kind}
            act={opened.about}
            invitations={team?.invitations ?? []}
            open={isOpen}
            onClose={close}
            onDone={() => void mutate()}
          />
        )}
      </Suspense>
    </>
  );
}
