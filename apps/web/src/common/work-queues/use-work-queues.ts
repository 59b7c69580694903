import { listWorkQueues } from "@rokad/contract/work-queues";
import { t } from "../../language.ts";
import { useApi } from "../../api/use-api.ts";

/** What waits for super admins; menu, bell and Operations share one request. */
export function useWorkQueues() {
  const { data, error, isValidating, mutate, reload } = useApi(
    listWorkQueues,
    {},
    { pollSeconds: 60 },
  );
  const queues = data?.data.queues;
  const awaitingMe = queues?.reduce((sum, { awaiting_me: mine }) => sum + mine, 0) ?? 0;
  return { queues, awaitingMe, error, isValidating, mutate, reload };
}

export function awaitingText(count: number): string {
  return count === 1 ? t`1 item awaits your signature` : t`${count} items await your signature`;
}
