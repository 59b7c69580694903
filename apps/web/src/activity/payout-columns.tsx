import type { checkPayoutStatus, OpenPayout } from "@rokad/contract/activity-lists";
import type { cancelTenantPayout } from "@rokad/contract/payout-cancellation";
import { providerNames } from "@rokad/contract/tenants";
import { formatMoney } from "@rokad/money/format";
import { Ban, Search } from "lucide-react";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { Permitted } from "../common/people/permitted.tsx";
import { TenantLink } from "../common/people/tenant-link.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Copyable } from "../ui/copyable.tsx";
import { shortReference } from "../ui/short-reference.ts";
import { StatusBadge } from "../ui/status-badge.tsx";
import type { Column } from "../ui/table-cards.ts";
import { formatAge, formatTimeUntil } from "./format-age.ts";

interface ColumnOptions {
  now: number;
  /** The id of the payout whose status check is being scheduled. */
  checkingId: string | undefined;
  /** The person, if their roles permit to confirm an outcome. */
  signerId: string | undefined;
  onCheck: (payout: OpenPayout) => void;
  onOutcome: (payout: OpenPayout) => void;
  onCancel: (payout: OpenPayout) => void;
}

export function payoutColumns({
  now,
  checkingId,
  signerId,
  onCheck,
  onOutcome,
  onCancel,
}: ColumnOptions): Column<OpenPayout>[] {
  return [
    {
      id: "reference",
      header: t`Reference`,
      card: "title",
      cell: ({ reference_id: reference }) => (
        <Copyable value={reference} shown={shortReference(reference)} label={t`Reference ID`} />
      ),
    },
    {
      id: "tenant",
      header: t`Tenant`,
      card: "line",
      className: "max-w-52",
      cell: (payout) => (
        <TenantLink tenant={payout.tenant} className="block truncate whitespace-nowrap" />
      ),
    },
    {
      id: "amount",
      header: t`Amount`,
      card: "value",
      align: "end",
      cell: (payout) => <span className="font-medium">{formatMoney(payout.amount)}</span>,
    },
    {
      id: "status",
      header: t`Status`,
      card: "status",
      cell: (payout) =>
        payout.outcome_proposed_by ? (
          <Badge tone="warn">
            {signerId !== undefined && payout.outcome_proposed_by.id !== signerId
              ? t`Awaits your signature`
              : t`Outcome proposed`}
          </Badge>
        ) : payout.is_withheld ? (
          <Badge tone="warn">{t`On hold`}</Badge>
        ) : payout.is_paused ? (
          <Badge tone="warn">{t`Waiting for resume`}</Badge>
        ) : (
          <StatusBadge status={payout.status} />
        ),
    },
    {
      id: "provider",
      header: t`Provider`,
      card: "line",
      cell: (payout) => (
        <>
          {translateText(providerNames[payout.provider])}{" "}
          <span className="text-xs text-muted">
            {payout.is_withheld
              ? t`tenant inactive`
              : payout.status === "pending"
                ? t`not sent yet`
                : payout.is_accepted
                  ? "accepted"
                  : t`no clear answer yet`}
          </span>
        </>
      ),
    },
    {
      id: "age",
      header: t`Age`,
      card: "line",
      align: "end",
      cell: (payout) => formatAge(payout.created_at, now),
    },
    {
      id: "attempts",
      header: t`Attempts`,
      card: "line",
      align: "end",
      cell: (payout) => payout.attempts.toLocaleString("en-IN"),
    },
    {
      id: "next",
      header: t`Next check`,
      card: "line",
      align: "end",
      cell: (payout) =>
        payout.is_paused || payout.next_check_at === null
          ? "–"
          : formatTimeUntil(payout.next_check_at, now),
    },
    {
      id: "act",
      header: t`Actions`,
      headerHidden: true,
      card: "foot",
      align: "end",
      cell: (payout) => (
        <div className="flex flex-wrap justify-end gap-2 md:flex-nowrap">
          <Permitted<typeof checkPayoutStatus | typeof cancelTenantPayout> needs="operate">
            {payout.status === "processing" && (
              <Button
                variant="secondary"
                size="sm"
                icon={<Search />}
                busy={checkingId === payout.id}
                onClick={() => onCheck(payout)}
              >
                {t`Check now`}
              </Button>
            )}
            {payout.can_cancel && (
              <Button
                variant="secondary"
                size="sm"
                icon={<Ban />}
                aria-label={t`Cancel ${payout.reference_id}`}
                onClick={() => onCancel(payout)}
              >
                {t`Cancel`}
              </Button>
            )}
          </Permitted>
          <Button
            variant="ghost"
            size="sm"
            aria-label={t`Outcome of ${payout.reference_id}`}
            onClick={() => onOutcome(payout)}
          >
            {t`Outcome`}
          </Button>
        </div>
      ),
    },
  ];
}
