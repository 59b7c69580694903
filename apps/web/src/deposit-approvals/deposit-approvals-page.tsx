import { PageHeader } from "../ui/page-header.tsx";

export function DepositApprovalsPage() {
  return <PageHeader title="Deposit Approval" />;
}
