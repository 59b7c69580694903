import type { Rail } from "@rokad/contract/gateway";
import { t } from "../super-admin-language.ts";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { usePart } from "../ui/use-part.ts";

const loadChart = () => import("./hours-chart.tsx");

/** The last 24 hours. The chart's code loads after the rest of the page. */
export function HoursPanel({ rail }: { rail: Rail }) {
  const code = usePart(loadChart);
  return (
    <div
      className="min-w-0 border-line p-5 max-lg:border-t lg:border-l"
      aria-busy={!code.failed && !code.part}
    >
      {code.part ? (
        <code.part.HoursChart rail={rail} />
      ) : code.failed ? (
        <ErrorPanel message={t`Failed to load the chart`} onRetry={code.retry} />
      ) : (
        <>
          <Skeleton className="h-8 w-36" />
          <Skeleton className="mt-3 h-56" />
        </>
      )}
    </div>
  );
}
