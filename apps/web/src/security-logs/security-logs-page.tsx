import { PageHeader } from "../ui/page-header.tsx";

export function SecurityLogsPage() {
  return <PageHeader title="Security Logs" />;
}
