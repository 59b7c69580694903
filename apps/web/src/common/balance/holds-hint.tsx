import type { RequestHolds } from "@rokad/contract/request-hold-state";
import { Link } from "@tanstack/react-router";
import { t } from "../../language.ts";
import { paths } from "../../paths.ts";
import { Money } from "../../ui/money.tsx";

/** "₹7,50,005.90 of it for 1 payment request", with the way to them. */
export function HoldsHint({ holds: { count, total } }: { holds: RequestHolds }) {
  const noun =
    count === 1 ? t`1 payment request` : t`${count.toLocaleString("en-IN")} payment requests`;
  return (
    <p className="mt-1 text-right text-xs text-muted tabular-nums">
      <Money value={total} /> {t`of it for`}{" "}
      <Link to={paths.requests} search={{ view: "all" }} className="underline underline-offset-4">
        {noun}
      </Link>
    </p>
  );
}
