import {
  getBeneficiary,
  listBeneficiaries,
  type BeneficiaryDetail,
  type PayoutDestination,
} from "@rokad/contract/beneficiaries";
import { endPayoutDestination, setDefaultDestination } from "@rokad/contract/payout-destinations";
import { Plus } from "lucide-react";
import { useState } from "react";
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
  onReplace: (way: PayoutDestination) => void;
}

/** The accounts and UPI IDs, those in use first; earlier ones stay in the record. */
export function DestinationsCard({ beneficiary, canEdit, onAdd, onReplace }: DestinationsCardProps) {
  const [removed, setRemoved] = useState<PayoutDestination>();
  const [isOpen, setIsOpen] = useState(false);
  const { id, ways } = beneficiary;
  const refresh = () => void refreshApi(getBeneficiary, listBeneficiaries);

  async function makeDefault(way: PayoutDestination) {
    try {
      await send(setDefaultDestination, { params: { id, destination_id: way.id } });
      toast.success(`${way.account} is the default now`);
      refresh();
    } catch (error) {
      toast.error(messageOf(error));
    }
  }

  return (
    <Card>
      <CardHeader
        ruled
        title="Accounts and UPI IDs"
        action={
          canEdit && (
            <Button variant="secondary" size="sm" icon={<Plus />} onClick={onAdd}>
              Add
            </Button>
          )
        }
      />
      <ul className="divide-y divide-line">
        {ways.map((way) => (
          <li key={way.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4">
            <DestinationText way={way} />
            {canEdit && way.ended_at === null && (
              <div className="flex flex-wrap gap-1.5">
                {!way.is_default && (
                  <Button variant="ghost" size="sm" onClick={() => void makeDefault(way)}>
                    Make default
                  </Button>
                )}
                <Button variant="ghost" size="sm" onClick={() => onReplace(way)}>
                  Change
                </Button>
                <Button
                  variant="ghost"
                  size="sm"
                  onClick={() => {
                    setRemoved(way);
                    setIsOpen(true);
                  }}
                >
                  Remove
                </Button>
                {!way.is_default && <PayButton small beneficiary={beneficiary} way={way} />}
              </div>
            )}
          </li>
        ))}
      </ul>
      {removed && (
        <ConfirmDialog
          open={isOpen}
          onClose={() => setIsOpen(false)}
          title={`Remove ${removed.account}?`}
          label="Remove"
          busyLabel="Removing..."
          onConfirm={async () => {
            await send(endPayoutDestination, { params: { id, destination_id: removed.id } });
            return { message: "Account removed" };
          }}
          refresh={refresh}
        >
          {beneficiary.name} can&rsquo;t be paid to it any more. It stays in the record.
        </ConfirmDialog>
      )}
    </Card>
  );
}

function DestinationText({ way }: { way: PayoutDestination }) {
  const isEnded = way.ended_at !== null;
  return (
    <div className="min-w-0 flex-1 basis-52 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className={isEnded ? "text-muted tabular-nums" : "font-medium tabular-nums"}>
          {way.account}
        </span>
        {way.is_default && <Badge tone="brand">Default</Badge>}
        {way.cooling && <Badge tone="warn">New</Badge>}
        {way.ended_at !== null && <Badge>Removed {formatDay(way.ended_at)}</Badge>}
      </p>
      <p className="text-dense text-muted">
        {way.method === "upi" ? "UPI ID" : `${way.bank_name ?? "Bank account"} · ${way.ifsc_code}`}
      </p>
      {way.cooling && <p className="text-dense text-pretty text-muted">{way.cooling.sentence}</p>}
      {way.name_at_bank !== null && way.name_checked_at !== null && (
        <p className="text-dense text-muted">
          Name at bank: <span className="text-text">{way.name_at_bank}</span>, checked{" "}
          {formatDay(way.name_checked_at)}
        </p>
      )}
    </div>
  );
}
