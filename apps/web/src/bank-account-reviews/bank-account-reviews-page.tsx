import { PageHeader } from "../ui/page-header.tsx";

export function BankAccountReviewsPage() {
  return <PageHeader title="Bank Accounts" />;
}
