import { PageHeader } from "../ui/page-header.tsx";

export function PlatformReportsPage() {
  return <PageHeader title="Reports" />;
}
