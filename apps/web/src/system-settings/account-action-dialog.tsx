import type { OwnAccount } from "@rokad/contract/receiving-accounts";
import { formatMoney } from "@rokad/money/format";
import { t } from "../super-admin-language.ts";
import type { ChangeEffect } from "../common/proposals/change-effect.ts";
import { ProposeForm } from "../common/proposals/propose-form.tsx";
import { Dialog, DialogBody } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.ts";
import type { AccountAction } from "./receiving-account-item.tsx";
import { changeAccount } from "./save-account.ts";

interface AccountActionDialogProps {
  account: OwnAccount;
  action: Exclude<AccountAction, "edit">;
  effect: ChangeEffect;
  open: boolean;
  onClose: () => void;
}

/** Signs that an account becomes the default, active or inactive. */
export function AccountActionDialog(props: AccountActionDialogProps) {
  const { account, action, effect, open, onClose } = props;
  const { title, text } = texts[action](account);
  const { count, total_amount: amount } = account.waiting;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      outsideCloses={false}
      title={title}
      description={text}
    >
      <DialogBody className="grid gap-4">
        {action === "deactivate" && count > 0 && (
          <Notice
            tone="warn"
            title={`${count === 1 ? t`1 request waits` : t`${count.toLocaleString("en-IN")} requests wait`}: ${formatMoney(amount)}`}
          >
            {count === 1
              ? t`It can still be approved. Check this account's statement.`
              : t`They can still be approved. Check this account's statement.`}
          </Notice>
        )}
        <ProposeForm
          effect={effect}
          onPropose={async (reason) => {
            toast.success(await changeAccount(account, reason, changes[action](account)));
            onClose();
          }}
        />
      </DialogBody>
    </Dialog>
  );
}

const changes = {
  default: () => ({ is_default: true }),
  activate: () => ({ is_active: true }),
  // The only active account is the default; without it there is none.
  deactivate: ({ is_default: isDefault }: OwnAccount) => ({
    is_active: false,
    ...(isDefault && { is_default: false }),
  }),
};

const texts = {
  default: ({ label }: OwnAccount) => ({
    title: t`Make “${label}” the default?`,
    text: t`Tenants see it first. The other active accounts stay in the list.`,
  }),
  activate: ({ label }: OwnAccount) => ({
    title: t`Activate “${label}”?`,
    text: t`Tenants see it immediately and can transfer to it.`,
  }),
  deactivate: ({ label }: OwnAccount) => ({
    title: t`Deactivate “${label}”?`,
    text: t`Tenants no longer see it. Transfers that still arrive can be credited.`,
  }),
};
