import type { SystemStatus } from "@rokad/contract/system";
import { getSystemStatus } from "@rokad/contract/system";
import { Link } from "@tanstack/react-router";
import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import { t } from "../super-admin-language.ts";
import { ApiError } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { usePoll } from "../api/use-poll.ts";
import { superAdminPaths } from "../paths.ts";
import { cn } from "../ui/class-names.ts";

const pollSeconds = 30;
/** Shows a recovery sooner than SWR's growing pauses would. */
const retrySeconds = 10;

const looks = {
  good: { icon: CircleCheck, ink: "text-good" },
  warn: { icon: TriangleAlert, ink: "text-warn" },
  bad: { icon: CircleX, ink: "text-bad" },
};

const pages = {
  activity: superAdminPaths.activity,
  books: superAdminPaths.books,
  database: superAdminPaths.database,
};

/** The footer's system state, with a link to the page with the details. */
export function SystemState() {
  const { data, error, mutate } = useApi(getSystemStatus, {});
  usePoll(() => void mutate(), error ? retrySeconds : pollSeconds);
  const state = stateOf(data?.data, error);
  const look = state && looks[state.look];
  return (
    // Screen readers announce each change of the state.
    <p role="status" className="flex min-h-6 min-w-0 flex-wrap items-center gap-x-2">
      {state && look && (
        <>
          <Link
            to={state.to}
            className="flex items-center gap-2 font-medium text-text underline-offset-4 hover:underline"
          >
            <look.icon aria-hidden className={cn("size-4 shrink-0", look.ink)} />
            {state.title}
          </Link>
          {state.why && <span className="min-w-0 text-pretty">{state.why}</span>}
        </>
      )}
    </p>
  );
}

function stateOf(status: SystemStatus | undefined, error: Error | undefined) {
  if (error && !(error instanceof ApiError)) {
    const why = t`The server does not answer. Retrying every few seconds.`;
    return { look: "bad", title: t`System Unreachable`, why, to: pages.activity } as const;
  }
  if (error instanceof ApiError && error.status >= 500) {
    return {
      look: "warn",
      title: t`System Degraded`,
      why: error.message,
      to: pages.database,
    } as const;
  }
  if (!status) return undefined;
  const [worst, ...others] = status.problems;
  if (status.state === "operational" || worst === undefined) {
    return { look: "good", title: t`System Operational`, why: "", to: pages.activity } as const;
  }
  const why = others.length > 0 ? t`${worst} And ${others.length} more.` : worst;
  return { look: "warn", title: t`System Degraded`, why, to: pages[status.page] } as const;
}
