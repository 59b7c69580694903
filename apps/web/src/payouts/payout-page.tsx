import { PageHeader } from "../ui/page-header.tsx";

export function PayoutPage() {
  return <PageHeader title="Payout" />;
}
