import { t } from "../super-admin-language.ts";
import { capitalise } from "../ui/capitalise.ts";

const names: Readonly<Record<string, string>> = {
  check_bank_account: t`Check bank account`,
  check_batch_accounts: t`Check batch accounts`,
  invitation_text: t`Invitation text`,
  payout_lock_text: t`Payout lock text`,
  platform_report: t`Platform report`,
  reconcile: t`Reconcile`,
  session_text: t`Session text`,
  tenant_export: t`Tenant export`,
  verify_books: t`Verify books`,
  virtual_account: t`Virtual account`,
};

/** A job's kind as a title: "Verify books". A kind of another version is shown in its own words. */
export function formatJobName(kind: string): string {
  return names[kind] ?? capitalise(kind.replaceAll(/[_.-]+/g, " ").trim());
}
