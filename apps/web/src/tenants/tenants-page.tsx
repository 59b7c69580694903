import { PageHeader } from "../ui/page-header.tsx";

export function TenantsPage() {
  return <PageHeader title="Tenant Management" />;
}
