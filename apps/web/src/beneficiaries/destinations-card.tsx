import {
  getBeneficiary,
  listBeneficiaries,
  type BeneficiaryDetail,
  type PayoutDestination,
} from "@rokad/contract/beneficiaries";
import { endPayoutDestination, setDefaultDestination } from "@rokad/contract/payout-destinations";
import { Plus } from "lucide-react";
import { useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { refreshApi } from "../api/use-api.ts";
import { ConfirmDialog } from "../common/actions/confirm-dialog.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card, CardHeader } from "../ui/card.tsx";
import { formatDay } from "../ui/dates.ts";
import { toast } from "../ui/toast.ts";
import { PayButton } from "./pay-button.tsx";

interface DestinationsCardProps {
  beneficiary: BeneficiaryDetail;
  canEdit: boolean;
  onAdd: () => void;
  onReplace: (destination: PayoutDestination) => void;
}

/** The accounts and UPI IDs, those in use first; earlier ones stay in the record. */
export function DestinationsCard({
  beneficiary,
  canEdit,
  onAdd,
  onReplace,
}: DestinationsCardProps) {
  const [removed, setRemoved] = useState<PayoutDestination>();
  const [isOpen, setIsOpen] = useState(false);
  const { id, destinations } = beneficiary;
  const refresh = () => void refreshApi(getBeneficiary, listBeneficiaries);

  async function makeDefault(destination: PayoutDestination) {
    try {
      await send(setDefaultDestination, { params: { id, destination_id: destination.id } });
      toast.success(t`${destination.account} is the default now`);
      refresh();
    } catch (error) {
      toast.error(messageOf(error));
    }
  }

  return (
    <Card>
      <CardHeader
        ruled
        title={t`Accounts and UPI IDs`}
        action={
          canEdit && (
            <Button variant="secondary" size="sm" icon={<Plus />} onClick={onAdd}>
              {t`Add`}
            </Button>
          )
        }
      />
      <ul className="divide-y divide-line">
        {destinations.map((destination) => (
          <li
            key={destination.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4"
          >
            <DestinationText destination={destination} />
            {canEdit && destination.ended_at === null && (
              <div className="flex flex-wrap gap-1.5">
                {!destination.is_default && (
                  <Button variant="ghost" size="sm" onClick={() => void makeDefault(destination)}>
                    {t`Make default`}
                  </Button>
                )}
                <Button variant="ghost" size="sm" onClick={() => onReplace(destination)}>
                  {t`Change`}
                </Button>
                <Button
                  variant="ghost"
                  size="sm"
                  onClick={() => {
                    setRemoved(destination);
                    setIsOpen(true);
                  }}
                >
                  {t`Remove`}
                </Button>
                {!destination.is_default && (
                  <PayButton small beneficiary={beneficiary} destination={destination} />
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      {removed && (
        <ConfirmDialog
          open={isOpen}
          onClose={() => setIsOpen(false)}
          title={t`Remove ${removed.account}?`}
          label={t`Remove`}
          busyLabel={t`Removing...`}
          onConfirm={async () => {
            await send(endPayoutDestination, { params: { id, destination_id: removed.id } });
            return { message: t`Account removed` };
          }}
          refresh={refresh}
        >
          {t`${beneficiary.name} can’t be paid to it any more. It stays in the record.`}
        </ConfirmDialog>
      )}
    </Card>
  );
}

function DestinationText({ destination }: { destination: PayoutDestination }) {
  const isEnded = destination.ended_at !== null;
  return (
    <div className="min-w-0 flex-1 basis-52 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className={isEnded ? "text-muted tabular-nums" : "font-medium tabular-nums"}>
          {destination.account}
        </span>
        {destination.is_default && <Badge tone="brand">{t`Default`}</Badge>}
        {destination.cooling && <Badge tone="warn">{t`New`}</Badge>}
        {destination.ended_at !== null && (
          <Badge>{t`Removed ${formatDay(destination.ended_at)}`}</Badge>
        )}
      </p>
      <p className="text-dense text-muted">
        {destination.method === "upi"
          ? "UPI ID"
          : `${destination.bank_name ?? t`Bank account`} · ${destination.ifsc_code}`}
      </p>
      {destination.cooling && (
        <p className="text-dense text-pretty text-muted">{destination.cooling.sentence}</p>
      )}
      {destination.name_at_bank !== null && destination.name_checked_at !== null && (
        <p className="text-dense text-muted">
          {t`Name at bank: ${<span className="text-text">{destination.name_at_bank}</span>}, checked ${formatDay(destination.name_checked_at)}`}
        </p>
      )}
    </div>
  );
}
