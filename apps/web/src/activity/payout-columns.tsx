import type { checkPayoutStatus, OpenPayout } from "@rokad/contract/activity-lists";
import type { cancelTenantPayout } from "@rokad/contract/payout-cancellation";
import { providerNames } from "@rokad/contract/tenants";
import { formatMoney } from "@rokad/money/format";
import { Ban, Search } from "lucide-react";
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
      header: "Reference",
      card: "title",
      cell: ({ reference_id: reference }) => (
        <Copyable value={reference} shown={shortReference(reference)} label="Reference ID" />
      ),
    },
    {
      id: "tenant",
      header: "Tenant",
      card: "line",
      className: "max-w-52",
      cell: (payout) => (
        <TenantLink tenant={payout.tenant} className="block truncate whitespace-nowrap" />
      ),
    },
    {
      id: "amount",
      header: "Amount",
      card: "value",
      align: "end",
      cell: (payout) => <span className="font-medium">{formatMoney(payout.amount)}</span>,
    },
    {
      id: "status",
      header: "Status",
      card: "status",
      cell: (payout) =>
        payout.outcome_proposed_by ? (
          <Badge tone="warn">
            {signerId !== undefined && payout.outcome_proposed_by.id !== signerId
              ? "Awaits your signature"
              : "Outcome proposed"}
          </Badge>
        ) : payout.is_withheld ? (
          <Badge tone="warn">On hold</Badge>
        ) : payout.is_paused ? (
          <Badge tone="warn">Waiting for resume</Badge>
        ) : (
          <StatusBadge status={payout.status} />
        ),
    },
    {
      id: "provider",
      header: "Provider",
      card: "line",
      cell: (payout) => (
        <>
          {providerNames[payout.provider]}{" "}
          <span className="text-xs text-muted">
            {payout.is_withheld
              ? "tenant inactive"
              : payout.status === "pending"
                ? "not sent yet"
                : payout.is_accepted
                  ? "accepted"
                  : "no clear answer yet"}
          </span>
        </>
      ),
    },
    {
      id: "age",
      header: "Age",
      card: "line",
      align: "end",
      cell: (payout) => formatAge(payout.created_at, now),
    },
    {
      id: "attempts",
      header: "Attempts",
      card: "line",
      align: "end",
      cell: (payout) => payout.attempts.toLocaleString("en-IN"),
    },
    {
      id: "next",
      header: "Next check",
      card: "line",
      align: "end",
      cell: (payout) =>
        payout.is_paused || payout.next_check_at === null
          ? "–"
          : formatTimeUntil(payout.next_check_at, now),
    },
    {
      id: "act",
      header: "Actions",
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
                Check now
              </Button>
            )}
            {payout.can_cancel && (
              <Button
                variant="secondary"
                size="sm"
                icon={<Ban />}
                aria-label={`Cancel ${payout.reference_id}`}
                onClick={() => onCancel(payout)}
              >
                Cancel
              </Button>
            )}
          </Permitted>
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Outcome of ${payout.reference_id}`}
            onClick={() => onOutcome(payout)}
          >
            Outcome
          </Button>
        </div>
      ),
    },
  ];
}
