import { PageHeader } from "../ui/page-header.tsx";

export function PayoutHistoryPage() {
  return <PageHeader title="Payout History" />;
}
