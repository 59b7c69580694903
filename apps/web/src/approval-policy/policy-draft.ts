import {
  bandsForm,
  type ApprovalBand,
  type ApprovalPolicy,
  type ApprovingRole,
  type BandForm,
  type BeneficiaryAge,
  type PayoutSource,
  type PolicyForm,
} from "@rokad/contract/approval-policies";
import { coolingForm, type CoolingForm } from "@rokad/contract/cooling-form";
import type { DescribedBand, DescribedPolicy } from "./band-sentences.ts";
import { toMoney } from "../ui/parse-rupees.ts";

/** A step as it is edited; `key` names it while others are moved or removed. */
export interface StepDraft {
  readonly key: number;
  readonly approvals: number;
  readonly roles: readonly ApprovingRole[];
  /** The ids of named people. */
  readonly people: readonly string[];
}

export interface BandDraft {
  readonly key: number;
  /** In rupees; undefined for any amount, NaN while it is no amount. */
  readonly amount: number | undefined;
  readonly method: "any" | "upi" | "imps";
  /** Empty: any. */
  readonly sources: readonly PayoutSource[];
  readonly beneficiary: "any" | BeneficiaryAge;
  readonly steps: readonly StepDraft[];
}

/** What a new account is paid at most, as it is edited; undefined for no amount or hours yet. */
export interface CoolingDraft {
  readonly amount: number | undefined;
  readonly hours: number | undefined;
}

export interface PolicyDraft {
  /** The policy that is changed, also once another one is in force; null without one. */
  readonly base: ApprovalPolicy | null;
  readonly bands: readonly BandDraft[];
  /** Null: new accounts are paid like others. */
  readonly cooling: CoolingDraft | null;
  /** Whether payments to one account on one day count together. */
  readonly countsDay: boolean;
}

let lastKey = 0;
const nextKey = () => (lastKey += 1);

export function newStep(): StepDraft {
  return { key: nextKey(), approvals: 1, roles: ["owner", "approver"], people: [] };
}

export function newBand(): BandDraft {
  return {
    key: nextKey(),
    amount: undefined,
    method: "any",
    sources: [],
    beneficiary: "any",
    steps: [newStep()],
  };
}

/** The bands to edit; without a policy a usual one: small payouts to known beneficiaries are free. */
export function draftOf(bands: readonly ApprovalBand[] | undefined): BandDraft[] {
  if (!bands) return [{ ...newBand(), amount: 25_000, beneficiary: "known", steps: [] }, newBand()];
  return bands.map((band) => ({
    key: nextKey(),
    amount: band.amount_up_to === null ? undefined : band.amount_up_to.amount / 100,
    method: band.methods?.length === 1 ? (band.methods[0] ?? "any") : "any",
    sources: band.sources ?? [],
    beneficiary: band.beneficiary ?? "any",
    steps: band.steps.map(({ approvals, roles, people }) => ({
      key: nextKey(),
      approvals,
      roles,
      people: people.map(({ id }) => id),
    })),
  }));
}

/** The policy to edit, as `draftOf`. */
export function policyDraftOf(policy: ApprovalPolicy | null | undefined): PolicyDraft {
  const cooling = policy?.cooling ?? null;
  return {
    base: policy ?? null,
    bands: draftOf(policy?.bands),
    cooling: cooling && { amount: cooling.amount.amount / 100, hours: cooling.hours },
    countsDay: policy?.counts_day ?? false,
  };
}

/** A person whom a step can name, or names already. */
export interface Nameable {
  readonly id: string;
  readonly name: string;
  readonly canApprove: boolean;
}

/** Who can approve today, and whom the policy names but who can't any more. */
export function listNameable(
  approvers: readonly { readonly id: string; readonly name: string }[],
  policy: ApprovalPolicy | null,
): Nameable[] {
  const steps = policy?.bands.flatMap((band) => band.steps) ?? [];
  const people = new Map<string, Nameable>();
  for (const { id, name } of steps.flatMap((step) => step.people))
    people.set(id, { id, name, canApprove: false });
  for (const { id } of approvers) people.delete(id);
  return [...approvers.map(({ id, name }) => ({ id, name, canApprove: true })), ...people.values()];
}

/** The policy as the server takes it, which refuses it once another one is in force. */
export function policyFormOf(draft: PolicyDraft): Omit<PolicyForm, "reason"> {
  return {
    bands: formOf(draft.bands),
    cooling: coolingFormOf(draft.cooling),
    counts_day: draft.countsDay,
    base_version: draft.base?.version ?? null,
  };
}

/** The rule as the server takes it; what is missing is NaN, which it refuses. */
export function coolingFormOf(cooling: CoolingDraft | null): CoolingForm | null {
  return cooling && { amount: cooling.amount ?? Number.NaN, hours: cooling.hours ?? Number.NaN };
}

/** The rule in the shape that has a sentence; null for none and while it is incomplete. */
export function describableCooling(cooling: CoolingDraft | null): DescribedPolicy["cooling"] {
  const amount = toMoney(cooling?.amount);
  return amount && cooling?.hours ? { amount, hours: cooling.hours } : null;
}

/** The message of each invalid field of the rule. */
export function findCoolingProblems(cooling: CoolingDraft | null): Record<string, string> {
  const issues = cooling && coolingForm.safeParse(coolingFormOf(cooling)).error?.issues;
  return Object.fromEntries((issues ?? []).map(({ path, message }) => [String(path[0]), message]));
}

/** The draft as the server takes it. */
export function formOf(draft: readonly BandDraft[]): BandForm[] {
  return draft.map(({ amount, method, sources, beneficiary, steps }) => ({
    amount_up_to: amount ?? null,
    methods: method === "any" ? null : [method],
    sources: sources.length === 0 ? null : [...sources],
    beneficiary: beneficiary === "any" ? null : beneficiary,
    steps: steps.map(({ approvals, roles, people }) => ({
      approvals,
      roles: [...roles],
      people: [...people],
    })),
  }));
}

/** The draft in the shape that has sentences. */
export function describable(
  draft: readonly BandDraft[],
  people: readonly { id: string; name: string }[],
): DescribedBand[] {
  return formOf(draft).map((band) => ({
    ...band,
    amount_up_to: toMoney(band.amount_up_to ?? undefined) ?? null,
    steps: band.steps.map((step) => ({
      ...step,
      people: people.filter(({ id }) => step.people.includes(id)),
    })),
  }));
}

/** The message of each invalid field, by its place: "0.amount_up_to", "1.steps.0.roles". */
export function findProblems(draft: readonly BandDraft[]): Record<string, string> {
  const parsed = bandsForm.safeParse(formOf(draft));
  const problems: Record<string, string> = {};
  for (const { path, message } of parsed.error?.issues ?? []) problems[path.join(".")] ??= message;
  return problems;
}

/** The server's messages by the same places: it names them from the body, "bands.1.steps.0". */
export function problemsOf(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, message]) => [field.replace(/^bands\.?/, ""), message]),
  );
}

/** True if both drafts make the same policy. */
export function isSamePolicy(a: PolicyDraft, b: PolicyDraft): boolean {
  const written = ({ bands, cooling, countsDay }: PolicyDraft) =>
    JSON.stringify([formOf(bands), cooling, countsDay]);
  return written(a) === written(b);
}

/** The list with the item at `from` moved by one place, or as it was at either end. */
export function move<T>(list: readonly T[], from: number, by: 1 | -1): T[] {
  const to = from + by;
  if (to < 0 || to >= list.length) return [...list];
  const next = [...list];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}
