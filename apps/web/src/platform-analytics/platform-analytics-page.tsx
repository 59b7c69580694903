import { PageHeader } from "../ui/page-header.tsx";

export function PlatformAnalyticsPage() {
  return <PageHeader title="Analytics" />;
}
