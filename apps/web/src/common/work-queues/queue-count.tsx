import type { WorkQueueKind } from "@rokad/contract/work-queues";
import { t } from "../../super-admin-language.ts";
import { cn } from "../../ui/class-names.ts";
import { useWorkQueues } from "./use-work-queues.ts";

/** @returns a menu's figure of these queues: what awaits the person's signature, else what waits. */
export function queueCount(...kinds: readonly WorkQueueKind[]) {
  return function QueueCount() {
    const { queues = [] } = useWorkQueues();
    const own = queues.filter(({ kind }) => kinds.includes(kind));
    const waiting = own.reduce((sum, { count }) => sum + count, 0);
    const mine = own.reduce((sum, { awaiting_me: count }) => sum + count, 0);
    return <MenuFigure count={mine || waiting} isMine={mine > 0} />;
  };
}

/** For Operations: only what awaits the person's signature, as its pages count the rest. */
export function SignatureCount() {
  const { awaitingMe } = useWorkQueues();
  return <MenuFigure count={awaitingMe} isMine />;
}

function MenuFigure({ count, isMine }: { count: number; isMine: boolean }) {
  if (count === 0) return null;
  return (
    <span
      className={cn(
        "ml-auto rounded-full px-1.5 text-xs leading-5 font-semibold tabular-nums",
        isMine ? "bg-brand text-white" : "text-muted",
      )}
    >
      {count > 99 ? "99+" : count}
      <span className="sr-only">{isMine ? t` awaiting your signature` : t` waiting`}</span>
    </span>
  );
}
