import {
  archiveBeneficiary,
  getBeneficiary,
  listBeneficiaries,
  restoreBeneficiary,
  type BeneficiaryDetail,
  type BeneficiaryWay,
} from "@rokad/contract/beneficiaries";
import { Link, useParams } from "@tanstack/react-router";
import { ArrowLeft, Pencil, SearchX } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { ApiError, messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { may, useUser } from "../api/session.ts";
import { refreshApi, useApi } from "../api/use-api.ts";
import { currentViewing } from "../api/viewing.ts";
import { ConfirmDialog } from "../common/actions/confirm-dialog.tsx";
import { paths } from "../paths.ts";
import { FullPage } from "../shell/full-page.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { kindLabels } from "./beneficiary-columns.tsx";
import { DetailsCard, PaidCard, PayoutsCard } from "./beneficiary-cards.tsx";
import { PayButton } from "./pay-button.tsx";
import { WaysCard } from "./ways-card.tsx";

const BeneficiaryDialog = lazy(async () => ({
  default: (await import("./beneficiary-dialog.tsx")).BeneficiaryDialog,
}));
const WayDialog = lazy(async () => ({ default: (await import("./way-dialog.tsx")).WayDialog }));

/** Shown also for another business's beneficiary and for an invalid id. */
const notFound = (
  <FullPage
    inShell
    icon={<SearchX />}
    title="Beneficiary not found"
    description="You have no beneficiary at this address. Check the link."
    actions={
      <Link to={paths.beneficiaries} className={buttonClass()}>
        Go to Beneficiaries
      </Link>
    }
  />
);

export function BeneficiaryPage() {
  const { id } = useParams({ from: "/signed-in/dashboard/beneficiaries/$id" });
  const { data, error, isValidating, mutate } = useApi(getBeneficiary, { params: { id } });
  if (data) return <Loaded beneficiary={data.data} />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return notFound;
  if (!error) return <Loading />;
  return (
    <>
      <PageHeader back={<BackLink />} title="Beneficiary" />
      <Card>
        <ErrorPanel
          message="Failed to load the beneficiary"
          detail={messageOf(error, "")}
          onRetry={() => void mutate()}
          busy={isValidating}
        />
      </Card>
    </>
  );
}

/** As tall as the loaded page, so that the footer does not shift. */
function Loading() {
  return (
    <>
      <PageHeader
        back={<BackLink />}
        title={<Skeleton className="h-7 w-48" />}
        actions={<Skeleton className="h-10 sm:w-60" />}
      />
      <div
        aria-busy
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]"
      >
        {Array.from({ length: 4 }, (_, card) => (
          <Card key={card} className="grid gap-4 p-5">
            {Array.from({ length: 5 }, (__, line) => (
              <Skeleton key={line} className="h-3.5 w-full" />
            ))}
          </Card>
        ))}
      </div>
    </>
  );
}

type Shown =
  | { what: "edit" }
  | { what: "archive"; restores: boolean }
  | { what: "way"; replaces?: BeneficiaryWay | undefined };

function Loaded({ beneficiary }: { beneficiary: BeneficiaryDetail }) {
  const canEdit = may(useUser(), "prepare") && !currentViewing();
  // The dialog keeps its content while it closes.
  const [shown, setShown] = useState<Shown>();
  const [isOpen, setIsOpen] = useState(false);
  const show = (next: Shown) => {
    setShown(next);
    setIsOpen(true);
  };
  const close = () => setIsOpen(false);
  const { name, kind, archived_at: archivedAt } = beneficiary;
  const isArchived = archivedAt !== null;

  return (
    <>
      <PageHeader
        back={<BackLink />}
        title={name}
        badge={
          <Badge tone={isArchived ? "warn" : "outline"}>
            {isArchived ? "Archived" : kindLabels[kind]}
          </Badge>
        }
        description={[beneficiary.short_name, ...beneficiary.tags].filter(Boolean).join(" · ")}
        actions={
          <>
            {canEdit && (
              <Button
                variant="secondary"
                onClick={() => show({ what: "archive", restores: isArchived })}
              >
                {isArchived ? "Restore" : "Archive"}
              </Button>
            )}
            {canEdit && !isArchived && (
              <Button variant="secondary" icon={<Pencil />} onClick={() => show({ what: "edit" })}>
                Edit
              </Button>
            )}
            {!isArchived && <PayButton beneficiary={beneficiary} way={beneficiary.default_way} />}
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <WaysCard
            beneficiary={beneficiary}
            canEdit={canEdit && !isArchived}
            onAdd={() => show({ what: "way" })}
            onReplace={(replaces) => show({ what: "way", replaces })}
          />
          <PayoutsCard beneficiary={beneficiary} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <PaidCard beneficiary={beneficiary} />
          <DetailsCard beneficiary={beneficiary} />
        </div>
      </div>
      <Suspense>
        {shown?.what === "edit" && (
          <BeneficiaryDialog
            key={beneficiary.version}
            open={isOpen}
            onClose={close}
            beneficiary={beneficiary}
          />
        )}
        {shown?.what === "way" && (
          <WayDialog
            open={isOpen}
            onClose={close}
            beneficiary={beneficiary}
            replaces={shown.replaces}
          />
        )}
      </Suspense>
      {shown?.what === "archive" && (
        <ArchiveDialog
          open={isOpen}
          onClose={close}
          beneficiary={beneficiary}
          restores={shown.restores}
        />
      )}
    </>
  );
}

function ArchiveDialog(props: {
  open: boolean;
  onClose: () => void;
  beneficiary: BeneficiaryDetail;
  /** As it was when the dialog opened, so that its text stays while it closes. */
  restores: boolean;
}) {
  const { open, onClose, restores } = props;
  const { id, name } = props.beneficiary;
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={restores ? `Restore ${name}?` : `Archive ${name}?`}
      label={restores ? "Restore" : "Archive"}
      busyLabel="Saving..."
      variant="primary"
      onConfirm={async () => {
        await send(restores ? restoreBeneficiary : archiveBeneficiary, { params: { id } });
        void refreshApi(getBeneficiary, listBeneficiaries);
        return restores ? `${name} restored` : `${name} archived`;
      }}
    >
      {restores
        ? "You can pay this beneficiary again."
        : "It leaves the list and can't be chosen for payouts. Its record stays, and you can restore it."}
    </ConfirmDialog>
  );
}

function BackLink() {
  return (
    <Link
      to={paths.beneficiaries}
      className="inline-flex items-center gap-1.5 text-dense text-muted underline-offset-4 hover:text-text hover:underline"
    >
      <ArrowLeft aria-hidden className="size-3.5" />
      Beneficiaries
    </Link>
  );
}
