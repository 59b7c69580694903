import { PageHeader } from "../ui/page-header.tsx";

export function DepositHistoryPage() {
  return <PageHeader title="Deposit History" />;
}
