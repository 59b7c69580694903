import type { OwnAccount } from "@rokad/contract/receiving-accounts";
import { formatMoney } from "@rokad/money/format";
import { ConfirmDialog } from "../common/actions/confirm-dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import type { AccountAction } from "./receiving-account-item.tsx";
import { changeAccount } from "./save-account.ts";

interface AccountActionDialogProps {
  account: OwnAccount;
  action: Exclude<AccountAction, "edit">;
  open: boolean;
  onClose: () => void;
}

/** Confirms that an account becomes the default, active or inactive. */
export function AccountActionDialog({ account, action, open, onClose }: AccountActionDialogProps) {
  const { title, text, label, busyLabel } = texts[action](account);
  const { count, total_amount: amount } = account.waiting;
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={title}
      label={label}
      busyLabel={busyLabel}
      variant={action === "deactivate" ? "danger" : "primary"}
      onConfirm={() => changeAccount(account, changes[action](account))}
    >
      <div className="grid gap-3">
        <p>{text}</p>
        {action === "deactivate" && count > 0 && (
          <Notice
            tone="warn"
            title={`${count === 1 ? "1 request waits" : `${count.toLocaleString("en-IN")} requests wait`}: ${formatMoney(amount)}`}
          >
            {count === 1 ? "It" : "They"} can still be approved. Check this account's statement.
          </Notice>
        )}
      </div>
    </ConfirmDialog>
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
    title: `Make “${label}” the default?`,
    text: "Tenants see it first from now on. The other active accounts stay in the list.",
    label: "Make default",
    busyLabel: "Saving...",
  }),
  activate: ({ label }: OwnAccount) => ({
    title: `Activate “${label}”?`,
    text: "Tenants see it immediately and can transfer to it.",
    label: "Activate",
    busyLabel: "Activating...",
  }),
  deactivate: ({ label }: OwnAccount) => ({
    title: `Deactivate “${label}”?`,
    text: "Tenants no longer see it. Transfers that still arrive can be credited.",
    label: "Deactivate",
    busyLabel: "Deactivating...",
  }),
};
