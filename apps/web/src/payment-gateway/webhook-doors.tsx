import type { WebhookEndpoint } from "@rokad/contract/webhooks";
import { adapterName } from "./adapter-name.ts";
import { formatDayAndTime } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";

/** How each provider's webhooks fare: what came, and what nobody believed. */
export function WebhookDoors({ doors }: { doors: readonly WebhookEndpoint[] }) {
  return (
    <Details
      className="gap-3 p-5"
      of={doors.map((door) => ({ label: adapterName(door.adapter), value: fareOf(door) }))}
    />
  );
}

function fareOf({
  last_received_at: last,
  received_count: count,
  refused,
}: WebhookEndpoint): string {
  const came = last
    ? `${count.toLocaleString("en-IN")} in 24 hours, the last ${formatDayAndTime(last)}`
    : "None so far";
  const [first] = refused;
  if (!first) return came;
  const times = refused.reduce((sum, one) => sum + one.count, 0);
  return `${came}; ${times.toLocaleString("en-IN")} refused today: ${first.why}`;
}
