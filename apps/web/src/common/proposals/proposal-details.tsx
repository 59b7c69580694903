import type { Proposal, ProposalState } from "@rokad/contract/proposals";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { formatDayAndTime } from "../../ui/dates.ts";
import { Details } from "../../ui/details.tsx";
import { ValueChange, type DescribeChange } from "./value-change.tsx";

const states: Readonly<Record<ProposalState, { label: string; tone: BadgeTone }>> = {
  waiting: { label: "Waiting for a second person", tone: "warn" },
  scheduled: { label: "Agreed: tenants are notified first", tone: "info" },
  confirmed: { label: "Confirmed", tone: "good" },
  applied: { label: "Took effect after the waiting time", tone: "good" },
  rejected: { label: "Rejected", tone: "bad" },
  withdrawn: { label: "Withdrawn", tone: "neutral" },
  void: { label: "Void: a value changed", tone: "neutral" },
  expired: { label: "Expired", tone: "neutral" },
};

/** Nobody else can confirm it. */
const timed = { label: "Waiting time: nobody else can confirm", tone: "bad" } as const;

/** Labels for the person who closed the proposal, and the time. */
const closingLabels: Readonly<Record<ProposalState, string>> = {
  waiting: "Closed",
  scheduled: "Closed",
  confirmed: "Confirmed by",
  applied: "Took effect",
  rejected: "Rejected by",
  withdrawn: "Withdrawn by",
  void: "Void since",
  expired: "Expired",
};

const or = new Intl.ListFormat("en-IN", { type: "disjunction" });
const namesOf = (people: readonly { readonly name: string }[]) =>
  or.format(people.map(({ name }) => name));

interface ProposalDetailsProps {
  proposal: Proposal;
  describe: DescribeChange;
}

/** Each value before and after; who proposed it, why and since when; and how it ended. */
export function ProposalDetails({ proposal, describe }: ProposalDetailsProps) {
  const { state, changes, closed_by: closer, closed_at: closedAt } = proposal;
  const { takes_effect_at: takesEffectAt, confirmed_by: confirmer } = proposal;
  const isOpen = closedAt === null;
  const { label, tone } = state === "waiting" && takesEffectAt !== null ? timed : states[state];
  const described = changes.flatMap(describe);
  const added = described.filter(({ before }) => before === undefined);
  return (
    <>
      {added.length > 0 ? (
        <div className="rounded-card border border-line bg-sunken/60 px-4 py-3">
          <Details of={added.map(({ name, after }) => ({ label: name, value: after }))} />
        </div>
      ) : (
        <ul className="grid gap-3">
          {described.map(({ name, before = "", after }) => (
            <ValueChange key={name} name={name} before={before} after={after} />
          ))}
        </ul>
      )}
      <Details
        of={[
          { label: "State", value: <Badge tone={tone}>{label}</Badge> },
          {
            label: "Proposed by",
            value: `${proposal.proposed_by.name}, ${formatDayAndTime(proposal.proposed_at)}`,
          },
          { label: "Reason", value: proposal.reason },
          state === "waiting" &&
            takesEffectAt === null && {
              label: "Waits for",
              value: namesOf(proposal.can_confirm) || "Nobody can confirm it now",
            },
          state === "scheduled" &&
            confirmer !== null && { label: "Confirmed by", value: confirmer.name },
          isOpen &&
            takesEffectAt !== null && {
              label: "Takes effect",
              value: formatDayAndTime(takesEffectAt),
            },
          isOpen &&
            takesEffectAt === null && {
              label: "Expires",
              value: formatDayAndTime(proposal.expires_at),
            },
          closedAt !== null && {
            label: closingLabels[state],
            value: [closer?.name, formatDayAndTime(closedAt)].filter(Boolean).join(", "),
          },
          proposal.closing_reason !== null && { label: "Why", value: proposal.closing_reason },
        ]}
      />
    </>
  );
}
