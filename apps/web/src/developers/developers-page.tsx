import { listApiKeys } from "@rokad/contract/api-keys";
import type { ApiKey } from "@rokad/contract/api-key";
import { KeyRound, Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { currentViewing } from "../api/viewing.ts";
import { SignatureHost } from "../common/signing/signature-host.tsx";
import { RequireFeature } from "../shell/require-feature.tsx";
import { Button } from "../ui/button.tsx";
import { Card, CardHeader } from "../ui/card.tsx";
import { CardSkeleton } from "../ui/card-skeleton.tsx";
import { cn } from "../ui/class-names.ts";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { FirstPayoutCard } from "./first-payout-card.tsx";
import { keyColumns, type KeyAct } from "./key-columns.tsx";
import { ProgramsCard } from "./programs-card.tsx";
import { ScopesCard } from "./scopes-card.tsx";

const RequestsCard = lazy(async () => ({
  default: (await import("./requests-card.tsx")).RequestsCard,
}));
const WebhooksCard = lazy(async () => ({
  default: (await import("./webhooks-card.tsx")).WebhooksCard,
}));
const EventsCard = lazy(async () => ({ default: (await import("./events-card.tsx")).EventsCard }));
const KeyDialog = lazy(async () => ({ default: (await import("./key-dialog.tsx")).KeyDialog }));

/** API keys and their requests, webhooks and events, and how to use them. */
export function DevelopersPage() {
  return (
    <RequireFeature of="api_access">
      <Developers />
    </RequireFeature>
  );
}

function Developers() {
  const { data, error, isValidating, mutate } = useApi(listApiKeys, {});
  const [act, setAct] = useState<KeyAct>();
  const [isOpen, setIsOpen] = useState(false);
  const found = data?.data;
  const mayChange = !currentViewing();

  function open(next: KeyAct) {
    setAct(next);
    setIsOpen(true);
  }

  return (
    <>
      <PageHeader
        title={t`Developers`}
        description={t`Keys, webhooks and events for your own programs`}
        actions={
          mayChange && (
            <Button icon={<Plus />} onClick={() => open({ kind: "create" })}>
              {t`Create API Key`}
            </Button>
          )
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {/* As high while it loads as without keys, so that nothing moves. */}
        <Card className={cn(!found?.keys.length && "min-h-96")}>
          <CardHeader ruled title={t`API keys`} description={found && modeSentences[found.mode]} />
          <DataTable
            caption={t`API keys, those that work first`}
            tight
            columns={keyColumns(mayChange ? open : undefined)}
            rows={found?.keys}
            rowKey={({ id }) => id}
            skeletonRows={3}
            error={
              error && !found ? (
                <ErrorPanel
                  message={t`Failed to load the API keys`}
                  detail={messageOf(error, "")}
                  onRetry={() => void mutate()}
                  busy={isValidating}
                />
              ) : undefined
            }
            empty={
              <EmptyState
                icon={<KeyRound />}
                title={t`No API keys`}
                description={t`Create one to send or read payouts from your own code.`}
                action={
                  mayChange && (
                    <Button onClick={() => open({ kind: "create" })}>{t`Create API Key`}</Button>
                  )
                }
              />
            }
          />
        </Card>
        <Suspense fallback={<CardSkeleton lines={7} className="min-h-96" />}>
          <RequestsCard />
        </Suspense>
        <Suspense fallback={<CardSkeleton lines={4} className="min-h-72" />}>
          <WebhooksCard />
        </Suspense>
        <Suspense fallback={<CardSkeleton lines={7} className="min-h-96" />}>
          <EventsCard />
        </Suspense>
        <ProgramsCard />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <FirstPayoutCard />
          <ScopesCard />
        </div>
      </div>
      <Suspense>
        {act && found && (
          <KeyDialog
            key={keyOf(act)}
            act={act}
            yourAddress={found.your_address}
            open={isOpen}
            onClose={() => setIsOpen(false)}
            onClosed={() => setAct(undefined)}
          />
        )}
      </Suspense>
      <SignatureHost />
    </>
  );
}

const modeSentences: Readonly<Record<ApiKey["mode"], string>> = {
  test: t`Test keys: every provider is the sandbox, so no real money moves`,
  live: t`Live keys move real money`,
};

/** Another dialog for each row, so that no earlier choice stays. */
function keyOf(act: KeyAct): string {
  return act.kind === "create" ? act.kind : `${act.kind} ${act.apiKey.id}`;
}
