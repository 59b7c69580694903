import { PageHeader } from "../ui/page-header.tsx";

export function PaymentGatewayPage() {
  return <PageHeader title="Payment Gateway" />;
}
