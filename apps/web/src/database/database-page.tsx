import { PageHeader } from "../ui/page-header.tsx";

export function DatabasePage() {
  return <PageHeader title="Database" />;
}
