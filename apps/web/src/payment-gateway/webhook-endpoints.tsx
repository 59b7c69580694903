import type { WebhookEndpoint } from "@rokad/contract/webhooks";
import { t } from "../super-admin-language.ts";
import { adapterName } from "../common/rails/adapter-name.ts";
import { formatDayAndTime } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";

/** Received and rejected webhooks of each provider. */
export function WebhookEndpoints({ endpoints }: { endpoints: readonly WebhookEndpoint[] }) {
  return (
    <Details
      className="gap-3 p-5"
      of={endpoints.map((endpoint) => ({
        label: adapterName(endpoint.adapter),
        value: describeEndpoint(endpoint),
      }))}
    />
  );
}

function describeEndpoint({
  last_received_at: last,
  received_count: count,
  refused,
}: WebhookEndpoint): string {
  const received = last
    ? t`${count.toLocaleString("en-IN")} in 24 hours, the last ${formatDayAndTime(last)}`
    : t`None yet`;
  const [first] = refused;
  if (!first) return received;
  const times = refused.reduce((sum, one) => sum + one.count, 0);
  return t`${received}; ${times.toLocaleString("en-IN")} rejected today: ${first.why}`;
}
