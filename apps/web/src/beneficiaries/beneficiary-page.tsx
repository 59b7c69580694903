import {
  archiveBeneficiary,
  getBeneficiary,
  listBeneficiaries,
  restoreBeneficiary,
  type BeneficiaryDetail,
  type PayoutDestination,
} from "@rokad/contract/beneficiaries";
import { useParams } from "@tanstack/react-router";
import { Pencil } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../language.ts";
import { send } from "../api/client.ts";
import { may, useUser } from "../api/session.ts";
import { refreshApi, useApi } from "../api/use-api.ts";
import { currentViewing } from "../api/viewing.ts";
import { ConfirmDialog } from "../common/actions/confirm-dialog.tsx";
import { paths } from "../paths.ts";
import { BackLink, DetailColumns, DetailFallback } from "../shell/detail-page.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { kindLabels } from "./beneficiary-columns.tsx";
import { DetailsCard, PaidCard, PayoutsCard } from "./beneficiary-cards.tsx";
import { PayButton } from "./pay-button.tsx";
import { DestinationsCard } from "./destinations-card.tsx";

const BeneficiaryDialog = lazy(async () => ({
  default: (await import("./beneficiary-dialog.tsx")).BeneficiaryDialog,
}));
const DestinationDialog = lazy(async () => ({
  default: (await import("./destination-dialog.tsx")).DestinationDialog,
}));

const list = { to: paths.beneficiaries, name: t`Beneficiaries` } as const;

export function BeneficiaryPage() {
  const { id } = useParams({ from: "/signed-in/dashboard/beneficiaries/$id" });
  const answer = useApi(getBeneficiary, { params: { id } });
  if (answer.data) return <Loaded key={id} beneficiary={answer.data.data} />;
  return (
    <DetailFallback
      thing={t`beneficiary`}
      list={list}
      notFound={t`You have no beneficiary at this address.`}
      skeleton={{ cards: 2, lines: 5 }}
      answer={answer}
    />
  );
}

type Shown =
  | { what: "edit" }
  | { what: "archive"; restores: boolean }
  | { what: "destination"; replaces?: PayoutDestination | undefined };

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
        back={<BackLink {...list} />}
        title={name}
        badge={
          <Badge tone={isArchived ? "warn" : "outline"}>
            {isArchived ? t`Archived` : kindLabels[kind]}
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
                {isArchived ? t`Restore` : t`Archive`}
              </Button>
            )}
            {canEdit && !isArchived && (
              <Button variant="secondary" icon={<Pencil />} onClick={() => show({ what: "edit" })}>
                {t`Edit`}
              </Button>
            )}
            {!isArchived && (
              <PayButton beneficiary={beneficiary} destination={beneficiary.default_destination} />
            )}
          </>
        }
      />
      <DetailColumns
        wide={
          <>
            <DestinationsCard
              beneficiary={beneficiary}
              canEdit={canEdit && !isArchived}
              onAdd={() => show({ what: "destination" })}
              onReplace={(replaces) => show({ what: "destination", replaces })}
            />
            <PayoutsCard beneficiary={beneficiary} />
          </>
        }
        narrow={
          <>
            <PaidCard beneficiary={beneficiary} />
            <DetailsCard beneficiary={beneficiary} />
          </>
        }
      />
      <Suspense>
        {shown?.what === "edit" && (
          <BeneficiaryDialog
            open={isOpen}
            onClose={close}
            onClosed={() => setShown(undefined)}
            beneficiary={beneficiary}
          />
        )}
        {shown?.what === "destination" && (
          <DestinationDialog
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
      title={restores ? t`Restore ${name}?` : t`Archive ${name}?`}
      label={restores ? t`Restore` : t`Archive`}
      busyLabel={t`Saving...`}
      variant="primary"
      onConfirm={async () => {
        await send(restores ? restoreBeneficiary : archiveBeneficiary, { params: { id } });
        return { message: restores ? t`${name} restored` : t`${name} archived` };
      }}
      refresh={() => refreshApi(getBeneficiary, listBeneficiaries)}
    >
      {restores
        ? t`You can pay this beneficiary again.`
        : t`It leaves the list and can't be chosen for payouts. Its record stays, and you can restore it.`}
    </ConfirmDialog>
  );
}
