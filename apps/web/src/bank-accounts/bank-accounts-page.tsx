import { PageHeader } from "../ui/page-header.tsx";

export function BankAccountsPage() {
  return <PageHeader title="Bank Accounts" />;
}
