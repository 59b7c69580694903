import type { Settings } from "@rokad/contract/setting-rules";
import type { Setting } from "@rokad/contract/settings";
import { Landmark, Pencil } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { Details } from "../ui/details.tsx";
import { Notice } from "../ui/notice.tsx";
import type { WantedChange } from "./changes.ts";
import { SettingFooter } from "./setting-footer.tsx";

interface ReceivingAccountCardProps {
  setting: Setting;
  onEdit: () => void;
  onChange: (changes: WantedChange[]) => void;
  onHistory: () => void;
}

/** The account to which tenants transfer. */
export function ReceivingAccountCard(props: ReceivingAccountCardProps) {
  const { setting, onEdit, onChange, onHistory } = props;
  const account = setting.problem ? null : (setting.value as Settings["receiving_account"]);
  return (
    <Card>
      <CardHeader
        title="Receiving account"
        description="Where tenants transfer money for their wallets"
        action={
          <Button variant="secondary" size="sm" icon={<Pencil />} onClick={onEdit}>
            {account ? "Change" : "Set"}
          </Button>
        }
        ruled
      />
      <CardBody className="grid gap-4">
        {setting.problem && (
          <Notice tone="bad" title="The stored value can't be read.">
            Tenants can't add funds until it is set again. {setting.problem}
          </Notice>
        )}
        {account ? (
          <Details
            of={[
              { label: "Account holder", value: account.account_holder_name },
              { label: "Account number", value: account.account_number },
              { label: "IFSC", value: account.ifsc_code },
              { label: "Bank", value: account.bank_name },
              { label: "Branch", value: account.branch_name ?? "Not set" },
            ]}
          />
        ) : (
          !setting.problem && (
            <Notice tone="warn" icon={<Landmark />} title="Tenants can't see where to transfer.">
              They have to ask their administrator. Set the account that receives their transfers.
            </Notice>
          )
        )}
        <SettingFooter
          setting={setting}
          onDefault={() => onChange([{ key: "receiving_account", toDefault: true }])}
          onHistory={onHistory}
        />
      </CardBody>
    </Card>
  );
}
