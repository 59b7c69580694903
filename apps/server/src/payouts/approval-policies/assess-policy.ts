import { listOr } from "../../kernel/errors.ts";
import { canGive, findUnmetStep } from "./match-approvers.ts";
import type { Approver, Band } from "./policy.ts";

/** An active person of the tenant. */
export interface Member extends Approver {
  readonly canPrepare: boolean;
}

/**
 * Why today's active people could not give what a policy asks. Each band must be possible for someone
 * who prepares payouts, by the approvals of others. The simulation tells for whom it is not.
 * @returns sentences by field, such as `bands.1.steps.0`; none if the policy can be met.
 */
export function findPolicyProblems(
  bands: readonly Band[],
  members: readonly Member[],
): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const [at, band] of bands.entries()) {
    const shadow = bands.slice(0, at).findIndex((earlier) => covers(earlier, band));
    if (shadow >= 0)
      problems[`bands.${at}`] = `Rule ${at + 1} never applies: rule ${shadow + 1} comes first`;
    for (const [number, step] of band.steps.entries()) {
      const unknown = step.people.filter((id) => !members.some((member) => member.id === id));
      const named = members.filter(({ id }) => step.people.includes(id));
      const unable = named.filter((member) => !canGive(step, member));
      const field = `bands.${at}.steps.${number}`;
      if (unknown.length > 0) problems[field] = "A named person is not an active member";
      else if (unable.length > 0)
        problems[field] = `${namesOf(unable)} can't approve: make them an approver`;
    }
    const makers = members.filter(({ canPrepare }) => canPrepare);
    const unmet = makers.map((maker) => {
      const others = members.filter(({ id }) => id !== maker.id);
      return { maker, others, step: findUnmetStep(band.steps, others) };
    });
    const [first] = unmet;
    if (!first || unmet.some(({ step }) => step === undefined)) continue;
    const field = `bands.${at}.steps.${first.step}`;
    problems[field] ??= whyUnmet(band, first.step ?? 0, first.others, first.maker);
  }
  return problems;
}

function whyUnmet(band: Band, at: number, others: readonly Member[], maker: Member): string {
  const step = band.steps[at];
  const able = others.filter((member) => step && canGive(step, member));
  const needs = `${step?.approvals ?? 0} ${step?.approvals === 1 ? "approval" : "approvals"}`;
  if (able.length === 0)
    return `Step ${at + 1} needs ${needs}, and nobody but ${maker.name}, who prepares payouts, can give one`;
  return `Step ${at + 1} needs ${needs}; when ${maker.name} prepares, ${namesOf(able)} can't complete all steps: each approves once`;
}

const namesOf = (people: readonly Member[]) => listOr(people.map(({ name }) => name));

/** Whether every payout of `band` has `earlier` as well. */
function covers(earlier: Band, band: Band): boolean {
  const amount =
    earlier.up_to_paise === null ||
    (band.up_to_paise !== null && band.up_to_paise <= earlier.up_to_paise);
  const includes = (all: readonly string[] | null, some: readonly string[] | null) =>
    all === null || (some !== null && some.every((one) => all.includes(one)));
  const beneficiary = earlier.beneficiary === null || earlier.beneficiary === band.beneficiary;
  return (
    amount &&
    includes(earlier.methods, band.methods) &&
    includes(earlier.sources, band.sources) &&
    beneficiary
  );
}
