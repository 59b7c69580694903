import { credentialGroups, type CredentialName } from "@rokad/contract/credential-names";
import { listCredentials, type Credential } from "@rokad/contract/credentials";
import type { ProposedChange } from "@rokad/contract/proposals";
import { lazy, Suspense, useState } from "react";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { useUser } from "../api/session.ts";
import { useApi } from "../api/use-api.ts";
import { useProposals } from "../common/proposals/use-proposals.ts";
import { Card, CardHeader } from "../ui/card.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { useOpened } from "../ui/use-opened.ts";
import { CredentialRow, type CredentialRowProps } from "./credential-row.tsx";

const CredentialDialog = lazy(async () => ({
  default: (await import("./credential-dialog.tsx")).CredentialDialog,
}));

const ProposalDialog = lazy(async () => ({
  default: (await import("../common/proposals/proposal-dialog.tsx")).ProposalDialog,
}));

interface CredentialRequest {
  readonly name: CredentialName;
  readonly label: string;
  readonly removes: boolean;
}

const groups = Object.entries(credentialGroups).map(([owner, labels]) => ({
  owner: translateText(owner),
  names: Object.entries(labels).map(
    ([name, label]) => [name as CredentialName, translateText(label)] as const,
  ),
}));

/** Keys for providers and SMS gateways: whether each is set, never its value. */
export function CredentialsCard() {
  const { data, error, isValidating, mutate } = useApi(listCredentials, {});
  const { opened, isOpen, open, close } = useOpened<CredentialRequest>();
  const credentials = data?.data;
  const withName = (name: CredentialName) => credentials?.find((one) => one.name === name);
  const chosen = opened && withName(opened.about.name);
  const person = useUser();
  const proposals = useProposals();
  const [review, setReview] = useState<{ readonly id: string; readonly open: boolean }>();
  const waitingFor = (name: CredentialName) => proposals.waitingFor("credential", name);

  return (
    <Card aria-label={t`Credentials`} aria-busy={!credentials && !error}>
      <CardHeader
        title={t`Credentials`}
        description={t`Keys for providers, SMS gateways and the mail server. Encrypted and never shown again; two super admins change them.`}
        ruled
      />
      {error && !credentials ? (
        <ErrorPanel
          message={t`Failed to load the credentials`}
          detail={messageOf(error, "")}
          onRetry={() => void mutate()}
          busy={isValidating}
        />
      ) : (
        <div className="grid gap-x-10 gap-y-6 p-5 lg:grid-cols-2">
          {groups.map(({ owner, names }) => (
            <section key={owner} className="grid min-w-0 content-start gap-1">
              <h3 className="text-dense font-semibold">{owner}</h3>
              <ul className="divide-y divide-line">
                {names.map(([name, label]) => (
                  <Line
                    key={name}
                    label={label}
                    owner={owner}
                    credential={withName(name)}
                    waiting={waitingFor(name)}
                    onReview={() => setReview({ id: waitingFor(name)?.id ?? "", open: true })}
                    onChange={(removes) => open({ name, label: `${owner} ${label}`, removes })}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      <Suspense>
        {opened && chosen && (
          <CredentialDialog
            key={opened.number}
            credential={chosen}
            label={opened.about.label}
            removes={opened.about.removes}
            open={isOpen}
            onClose={close}
            effect={proposals.effectOf("credential")}
            refresh={() => {
              void mutate();
              proposals.reload();
            }}
          />
        )}
        {person && review && (
          <ProposalDialog
            key={review.id}
            id={review.id}
            open={review.open}
            person={person}
            describe={describeCredentialChange}
            onClose={() => setReview({ ...review, open: false })}
          />
        )}
      </Suspense>
    </Card>
  );
}

/** The server masks the values of both sides. */
function describeCredentialChange({ subject, before, after }: ProposedChange) {
  return [{ name: subject, before: String(before), after: String(after) }];
}

type LineProps = Omit<CredentialRowProps, "credential"> & {
  credential: Credential | undefined;
};

function Line({ credential, ...rest }: LineProps) {
  if (credential) return <CredentialRow credential={credential} {...rest} />;
  return (
    <li className="flex min-h-14 items-center justify-between gap-4 py-2">
      <div className="grid gap-2">
        <Skeleton className="h-3.5 w-28" />
        <Skeleton className="h-3.5 w-36" />
      </div>
      <Skeleton className="h-8 w-24" />
    </li>
  );
}
