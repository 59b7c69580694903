import type { Proposal, ProposalState } from "@rokad/contract/proposals";
import { joinOr } from "../../ui/join-words.ts";
import { t } from "../../super-admin-language.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { formatDayAndTime } from "../../ui/dates.ts";
import { Details } from "../../ui/details.tsx";
import { ValueChange, type DescribeChange } from "./value-change.tsx";

const states: Readonly<Record<ProposalState, { label: string; tone: BadgeTone }>> = {
  waiting: { label: t`Waiting for a second person`, tone: "warn" },
  scheduled: { label: t`Agreed: tenants are notified first`, tone: "info" },
  confirmed: { label: t`Confirmed`, tone: "good" },
  applied: { label: t`Took effect after the waiting time`, tone: "good" },
  rejected: { label: t`Rejected`, tone: "bad" },
  withdrawn: { label: t`Withdrawn`, tone: "neutral" },
  void: { label: t`Void: a value changed`, tone: "neutral" },
  expired: { label: t`Expired`, tone: "neutral" },
};

/** Nobody else can confirm it. */
const timed = { label: t`Waiting time: nobody else can confirm`, tone: "bad" } as const;

/** Labels for the person who closed the proposal, and the time. */
const closingLabels: Readonly<Record<ProposalState, string>> = {
  waiting: t`Closed`,
  scheduled: t`Closed`,
  confirmed: t`Confirmed by`,
  applied: t`Took effect`,
  rejected: t`Rejected by`,
  withdrawn: t`Withdrawn by`,
  void: t`Void since`,
  expired: t`Expired`,
};

const namesOf = (people: readonly { readonly name: string }[]) =>
  joinOr(people.map(({ name }) => name));

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
          { label: t`State`, value: <Badge tone={tone}>{label}</Badge> },
          {
            label: t`Proposed by`,
            value: `${proposal.proposed_by.name}, ${formatDayAndTime(proposal.proposed_at)}`,
          },
          { label: t`Reason`, value: proposal.reason },
          state === "waiting" &&
            takesEffectAt === null && {
              label: t`Waits for`,
              value: namesOf(proposal.can_confirm) || t`Nobody can confirm it now`,
            },
          state === "scheduled" &&
            confirmer !== null && { label: t`Confirmed by`, value: confirmer.name },
          isOpen &&
            takesEffectAt !== null && {
              label: t`Takes effect`,
              value: formatDayAndTime(takesEffectAt),
            },
          isOpen &&
            takesEffectAt === null && {
              label: t`Expires`,
              value: formatDayAndTime(proposal.expires_at),
            },
          closedAt !== null && {
            label: closingLabels[state],
            value: [closer?.name, formatDayAndTime(closedAt)].filter(Boolean).join(", "),
          },
          proposal.closing_reason !== null && { label: t`Why`, value: proposal.closing_reason },
        ]}
      />
    </>
  );
}
