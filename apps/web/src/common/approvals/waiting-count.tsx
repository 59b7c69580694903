import { getRequestFigures } from "@rokad/contract/request-figures";
import { may, useUser } from "../../api/session.ts";
import { useApi } from "../../api/use-api.ts";

/** In the menu: how many payment requests wait for the person; nothing for none. */
export function WaitingCount() {
  const isApprover = may(useUser(), "approve");
  const { data } = useApi(getRequestFigures, isApprover ? {} : null, { dedupeSeconds: 30 });
  const count = data?.data.waiting_for_me ?? 0;
  if (count === 0) return null;
  return (
    <span className="ml-auto rounded-full bg-brand px-1.5 text-xs leading-5 font-semibold text-white tabular-nums">
      {count > 99 ? "99+" : count}
      <span className="sr-only"> waiting for you</span>
    </span>
  );
}
