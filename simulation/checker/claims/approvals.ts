import type { Claim } from "../claim.ts";
import type { ObservationIndex } from "../index-observations.ts";
import type { ObservationOf } from "../observations.ts";
import { sumPaise } from "../paise.ts";
import type { Band, Subject } from "../team-observations.ts";

type Content = ObservationOf<"final content">;
type Approval = ObservationOf<"approval"> | ObservationOf<"batch start">;

/** What any one approver may agree to, where a business has no policy. */
const anyApprover: Band["steps"] = [{ approvals: 1, roles: ["owner", "approver"] }];

export const requestsWereApproved: Claim = {
  claim:
    "A payout of a payment request has every approval that its policy asks, of its content, by others than its maker, one a person",
  check: (index) => {
    const paid = paidContents(index, "payment request");
    return {
      checked: `${paid.length} requests sent, ${approvalsOf(index, "payment request").length} approvals`,
      violations: paid.flatMap(({ content, ends }) => {
        const name = `the request "${content.name}" of ${content.tenant}`;
        const paise = ends.map((end) => end.paise);
        const lacks = policiesOf(index, content).every((bands) => {
          const steps = bands ? stepsOf(bands, paise[0] ?? 0) : anyApprover;
          return !areGiven(index, content, steps.length > 0 ? steps : anyApprover);
        });
        return [
          ...(lacks ? [`${name} was sent without every approval of its content`] : []),
          ...ownApprovals(index, content).map((by) => `${by} approved ${name}, and prepared it`),
          ...repeatedApprovals(index, content).map((by) => `${by} approved ${name} twice`),
        ];
      }),
    };
  },
};

export const batchesWereSigned: Claim = {
  claim:
    "A batch pays only after a signature of its content: one where the policy asks none, and otherwise every approval, by others than those who prepared it",
  check: (index) => {
    const paid = paidContents(index, "batch");
    return {
      checked: `${paid.length} batches that paid, ${approvalsOf(index, "batch").length} signatures`,
      violations: paid.flatMap(({ content, ends }) => {
        const name = `${content.name} of ${content.tenant}`;
        const amounts = ends.map(({ paise }) => paise);
        // The total counts as one payout.
        const asked = [...new Set([...amounts, Number(sumPaise(amounts, (paise) => paise))])];
        const isStarted = index
          .of("batch start")
          .some((one) => one.id === content.id && one.hash === content.hash && isPossible(one));
        const lacks = policiesOf(index, content).every((bands) => {
          const lists = bands ? asked.map((paise) => stepsOf(bands, paise)) : [];
          if (isStarted && lists.every((steps) => steps.length === 0)) return false;
          const needed = lists.filter((steps) => steps.length > 0);
          return (needed.length > 0 ? needed : [anyApprover]).some(
            (steps) => !areGiven(index, content, steps),
          );
        });
        return [
          ...(lacks ? [`${name} was paid without every signature of its content`] : []),
          ...ownApprovals(index, content).map((by) => `${by} approved ${name}, and prepared it`),
          ...repeatedApprovals(index, content).map((by) => `${by} approved ${name} twice`),
        ];
      }),
    };
  },
};

/** The final contents of which something became a payout. */
function paidContents(index: ObservationIndex, subject: Subject) {
  const ends = Map.groupBy(index.of("order end"), ({ id }) => id);
  return index
    .of("final content")
    .filter((content) => content.subject === subject)
    .flatMap((content) => {
      const own = ends.get(content.id) ?? [];
      return own.some(({ payout }) => payout) ? [{ content, ends: own }] : [];
    });
}

const approvalsOf = (index: ObservationIndex, subject: Subject) =>
  index.of("approval").filter((one) => one.subject === subject);

/** Whether a call may have had its effect: an answer, or a send without one. */
const isPossible = ({ answer, lostBefore }: Approval) => !("refused" in answer) || lostBefore;
const isAccepted = ({ answer }: Approval) => "accepted" in answer;

function ofContent(index: ObservationIndex, { id, hash }: Content) {
  return index.of("approval").filter((one) => one.id === id && one.hash === hash);
}

function areGiven(index: ObservationIndex, content: Content, steps: Band["steps"]): boolean {
  const people = new Set(
    ofContent(index, content)
      .filter(isPossible)
      .map(({ by }) => by),
  );
  const rolesOf = new Map(
    index
      .of("team member")
      .filter(({ tenant }) => tenant === content.tenant)
      .map(({ by, roles }) => [by, roles]),
  );
  const given = [...people].filter((by) => !preparersOf(index, content).has(by));
  // The roles of a team don't overlap, so one approval never counts for two steps.
  return steps.every(
    ({ approvals, roles }) =>
      given.filter((by) => roles.some((role) => rolesOf.get(by)?.includes(role))).length >=
      approvals,
  );
}

function preparersOf(index: ObservationIndex, { id }: Content): ReadonlySet<string> {
  return new Set(
    index
      .of("preparation")
      .filter((one) => one.id === id)
      .map(({ by }) => by),
  );
}

const ownApprovals = (index: ObservationIndex, content: Content) =>
  ofContent(index, content)
    .filter((one) => isAccepted(one) && preparersOf(index, content).has(one.by))
    .map(({ by }) => by);

/** Each call has a key of its own, so a person's second one must be refused. */
function repeatedApprovals(index: ObservationIndex, content: Content): string[] {
  const accepted = ofContent(index, content).filter(isAccepted);
  return [...Map.groupBy(accepted, ({ by }) => by)]
    .filter(([, list]) => list.length > 1)
    .map(([by]) => by);
}

function stepsOf(bands: readonly Band[], paise: number): Band["steps"] {
  return bands.find(({ upToPaise }) => upToPaise === null || paise <= upToPaise)?.steps ?? [];
}

/**
 * The policies that may have been in force when the content was submitted; undefined for none. A
 * policy is in force from its answer at the latest, until the next one is sent at the earliest.
 */
function policiesOf(
  index: ObservationIndex,
  { id, hash, tenant }: Content,
): (readonly Band[] | undefined)[] {
  const own = index.of("preparation").filter((one) => one.id === id);
  const submitted = own.findLast((one) => one.hash === hash && one.isSubmitted) ?? own.at(-1);
  const from = submitted?.sentAt ?? 0;
  const to = submitted?.at ?? Number.POSITIVE_INFINITY;
  const saved = index
    .of("approval policy")
    .filter((one) => one.tenant === tenant && (!("refused" in one.answer) || one.lostBefore))
    .toSorted((a, b) => a.sentAt - b.sentAt);
  const isCertain = (policy: (typeof saved)[number]) => "accepted" in policy.answer;
  const candidates = saved.filter(
    (policy) =>
      policy.sentAt <= to &&
      !saved.some((later) => isCertain(later) && later.sentAt > policy.at && later.at < from),
  );
  const isNoneForSure = saved.some((policy) => isCertain(policy) && policy.at < from);
  return [...candidates.map(({ bands }) => bands), ...(isNoneForSure ? [] : [undefined])];
}
