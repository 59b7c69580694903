import { PageHeader } from "../ui/page-header.tsx";

export function WalletHistoryPage() {
  return <PageHeader title="Wallet History" />;
}
