import type { BandForm } from "@rokad/contract/approval-policies";
import { rupeesToPaise } from "@rokad/money/rupees";
import { database } from "../../database/db.ts";
import { invalidInput, listOr } from "../../kernel/errors.ts";
import type { Tenant } from "../../kernel/person.ts";
import { asBands } from "./describe-policy.ts";
import { findBand } from "./find-band.ts";
import { canGive, findUnmetStep } from "./match-approvers.ts";
import type { PayoutFacts, Step } from "./policy.ts";
import { findPolicyInForce, listActiveMembers } from "./policy-queries.ts";

interface Simulated {
  readonly bands?: readonly BandForm[] | undefined;
  /** In rupees. */
  readonly amount: number;
  readonly method: PayoutFacts["method"];
  readonly source: PayoutFacts["source"];
  readonly beneficiary: "new" | "known";
  readonly maker?: string | undefined;
}

/** What a payout would need, by the policy in force or by bands that are not saved. */
export async function simulateApproval(person: Tenant, simulated: Simulated) {
  const db = database();
  const { maker = person.member.id } = simulated;
  const members = await listActiveMembers(db, person.tenantId);
  if (!members.some(({ id }) => id === maker))
    throw invalidInput({ maker: "Choose an active member" });
  const bands = simulated.bands
    ? asBands(simulated.bands)
    : (await findPolicyInForce(db, person.tenantId))?.bands;
  const band = bands && findBand(bands, factsOf(simulated));
  const steps = band === undefined ? [] : (bands?.[band]?.steps ?? []);
  const others = members.filter(({ id }) => id !== maker);
  const approversOf = (step: Step) =>
    others.filter((member) => canGive(step, member)).map(({ id, name }) => ({ id, name }));
  const unmet = findUnmetStep(steps, others);
  return {
    band: band ?? null,
    steps: steps.map((step) => ({
      approvals: step.approvals,
      roles: [...step.roles],
      approvers: approversOf(step),
    })),
    problem:
      unmet === undefined
        ? null
        : `Today's people can't complete step ${unmet + 1}: the maker approves nothing, and each person once`,
    sentence: sentenceOf(steps, approversOf),
  };
}

function factsOf({ amount, method, source, beneficiary }: Simulated): PayoutFacts {
  return {
    amountPaise: rupeesToPaise(amount),
    method,
    source,
    isNewBeneficiary: beneficiary === "new",
  };
}

function sentenceOf(
  steps: readonly Step[],
  approversOf: (step: Step) => readonly { name: string }[],
): string {
  if (steps.length === 0) return "Needs no approval";
  const parts = steps.map((step) => {
    const names = listOr(approversOf(step).map(({ name }) => name));
    return `${step.approvals} ${step.approvals === 1 ? "approval" : "approvals"} by ${names || "nobody"}`;
  });
  return `Needs ${parts.join(", then ")}`;
}
