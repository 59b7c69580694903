import * as z from "zod/mini";
import { count, defineCall, instant, pageAnswer, money, dataAnswer } from "./call.ts";
import { differenceKinds } from "./difference-kinds.ts";
import { differenceStates } from "./difference-states.ts";
import { day, id, idParams, limit, page, requiredDay } from "./fields.ts";
import { noControlCharacters } from "./form-fields.ts";
import { lateCheckRun } from "./late-checks.ts";
import { limits } from "./limits.ts";
import { providerIds } from "./tenants.ts";
import { forFinance, forReaders } from "./staff.ts";

const providerLabels: Readonly<Record<string, string>> = {
  sandbox: "Sandbox",
  razorpayx: "RazorpayX",
  cashfree: "Cashfree",
};

/** An adapter's name for people. */
export function providerLabel(adapter: string): string {
  return providerLabels[adapter] ?? adapter;
}

/**
 * `decide`: two super admins mark a contradicted final outcome as known; no money moves.
 * `record_return`: a super admin books the part that came back, with a code (`recordReturn`).
 */
export const differenceActions = [
  "ask",
  "take_charge",
  "take_utr",
  "mark_known",
  "decide",
  "record_return",
] as const;
export type DifferenceAction = (typeof differenceActions)[number];

/** One side's record of a transfer; null for what it lacks. */
const side = z.object({
  state: z.nullable(z.string()),
  /** The provider's own name of the state. */
  raw_state: z.nullable(z.string()),
  amount: z.nullable(money),
  utr: z.nullable(z.string()),
  /** Its fee and the tax on it. */
  charge: z.nullable(z.object({ fee: money, tax: money })),
});
export type DifferenceSide = z.output<typeof side>;

const signedReturn = { return_reference: z.string(), refund_charges: z.boolean(), amount: money };

export const difference = z
  .object({
    id,
    adapter: z.string(),
    day,
    kind: z.enum(differenceKinds),
    is_severe: z.boolean(),
    action: z.enum(differenceActions),
    state: z.enum(differenceStates),
    /** Our payout and its tenant; null if we have none. */
    payout: z.nullable(z.object({ id, reference: z.string(), tenant_id: id, tenant: z.string() })),
    /** Our reference, or else the provider's. */
    subject: z.string(),
    provider_reference: z.nullable(z.string()),
    ours: z.nullable(side),
    theirs: z.nullable(side),
    found_at: instant(),
    /** When a run or a person last saw it. */
    seen_at: instant(),
    /** The first of the two decisions that `decide` needs, and `record_return` above the limit. */
    first: z.nullable(z.object({ by_id: id, by: z.string(), at: instant(), reason: z.string() })),
    /** What the first of two super admins entered for `record_return`. */
    first_return: z.nullable(z.object(signedReturn)),
    ended_at: z.nullable(instant()),
    /** Null if a run no longer found it. */
    ended_by: z.nullable(z.string()),
    reason: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: "Difference" });
export type Difference = z.output<typeof difference>;

const paidTotal = z.object({ count: count(), amount: z.nullable(money) });

export const reconciliationRun = z
  .object({
    id,
    adapter: z.string(),
    day,
    origin: z.enum(["person", "night"]),
    requested_by: z.nullable(z.string()),
    requested_at: instant(),
    finished_at: z.nullable(instant()),
    /** `failed`: the day is not reconciled; `problem` says why. */
    state: z.enum(["waiting", "running", "clean", "differs", "failed"]),
    progress: z.object({ done: count(), total: z.nullable(count()) }),
    problem: z.nullable(z.string()),
    /** `list`: the provider's full list. `look`: only transfers that we know. */
    way: z.nullable(z.enum(["list", "look"])),
    compared_count: count(),
    /** Payouts that changed during the run; the next run compares them. */
    moving_count: count(),
    /** Paid by our books and by the provider's record, without returned payouts. */
    ours: paidTotal,
    theirs: paidTotal,
    /** Of payouts: new differences, open ones, severe ones of these, known ones, and gone ones. */
    new_count: count(),
    open_count: count(),
    severe_count: count(),
    known_count: count(),
    gone_count: count(),
    /** The change of the provider's balance; null if the provider did not report it. */
    balance: z.nullable(
      z.object({
        reported_at: instant(),
        reported: money,
        /** Since the last balance that agreed or whose difference was ended; null for the first. */
        since: z.nullable(
          z.object({
            at: instant(),
            opening: money,
            /** Recorded transfers of own money to the provider less those from it, with adjustments. */
            transferred: money,
            /** By our books: paid out, charges, and failed or returned payouts. */
            paid: money,
            charges: money,
            returned: money,
            expected: money,
            unexplained: money,
          }),
        ),
      }),
    ),
    balance_problem: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: "ReconciliationRun" });
export type ReconciliationRun = z.output<typeof reconciliationRun>;

export const reconciledProvider = z
  .object({
    adapter: z.string(),
    /** The rails that use it now. */
    rails: z.array(z.object({ id: z.enum(providerIds), is_paused: z.boolean() })),
    missing_settings: z.array(z.string()),
    has_list: z.boolean(),
    reports_balance: z.boolean(),
    /** Open differences of payouts. */
    open_count: count(),
    severe_count: count(),
    /** The open difference of the balance: the provider's less ours; null if there is none. */
    balance_off: z.nullable(money),
    /** The last completed run of the latest day. */
    last_run: z.nullable(reconciliationRun),
    /** The last run with a reported balance. */
    last_balance: z.nullable(reconciliationRun),
    /** Null before the first run. */
    late_checks: z.nullable(lateCheckRun),
  })
  .register(z.globalRegistry, { id: "ReconciledProvider" });
export type ReconciledProvider = z.output<typeof reconciledProvider>;

export const getReconciliation = defineCall({
  name: "getReconciliation",
  summary: "The providers, and how our books compare with theirs",
  tag: "Reconciliation",
  method: "GET",
  path: "/super-admin/reconciliation",
  ...forReaders,
  changesWith: ["jobs", "gateway", "settings"],
  answer: dataAnswer(z.array(reconciledProvider)),
  errors: ["SETTING_UNREADABLE"],
});

const adapter = z
  .string({ error: "Choose a provider" })
  .check(z.regex(/^[a-z][a-z0-9-]{0,39}$/, "There is no such provider"));

export const listReconciliationRuns = defineCall({
  name: "listReconciliationRuns",
  summary: "Reconciliation runs, newest first",
  tag: "Reconciliation",
  method: "GET",
  path: "/super-admin/reconciliation/runs",
  ...forReaders,
  changesWith: ["jobs"],
  query: z.object({
    adapter: z.optional(adapter),
    page: page(),
    limit: limit(limits.reconciliationRunsPageRows),
  }),
  answer: pageAnswer(reconciliationRun),
});

export const startReconciliation = defineCall({
  name: "startReconciliation",
  summary: "Reconcile a day with the provider's record, in the background",
  tag: "Reconciliation",
  method: "POST",
  path: "/super-admin/reconciliation/runs",
  ...forFinance,
  stepUp: { unsigned: "Changes no payout" },
  body: z.object({ adapter, day: requiredDay("Choose a day") }),
  status: 201,
  answer: dataAnswer(reconciliationRun),
  errors: ["NOT_FOUND", "RECONCILIATION_UNDER_WAY", "PROVIDER_NOT_CONFIGURED"],
});

const differenceFilter = {
  adapter: z.optional(adapter),
  day: z.optional(day),
  kind: z.optional(z.enum(["all", ...differenceKinds])),
  /** `handled`: every state but open. */
  state: z.optional(z.enum(["all", "open", "handled"])),
};

export const listDifferences = defineCall({
  name: "listDifferences",
  summary: "Differences from the providers' records, severe ones first",
  tag: "Reconciliation",
  method: "GET",
  path: "/super-admin/reconciliation/differences",
  ...forReaders,
  changesWith: ["jobs"],
  query: z.object({
    ...differenceFilter,
    page: page(),
    limit: limit(limits.differencesPageRows),
  }),
  answer: pageAnswer(difference),
});

export const exportDifferences = defineCall({
  name: "exportDifferences",
  summary: "All rows of the filter as CSV",
  tag: "Reconciliation",
  method: "GET",
  path: "/super-admin/reconciliation/differences/export",
  ...forReaders,
  query: z.object(differenceFilter),
  answer: "csv",
});

/** `action` is the one that the person saw: if it has changed since, the call fails. */
export const differenceForm = z
  .object({
    action: z.enum(differenceActions, { error: "Choose what to do" }),
    reason: z.optional(
      z
        .string({ error: "Reason must be text" })
        .check(
          z.trim(),
          z.maxLength(limits.reasonCharsMax, "Reason must not exceed 200 characters"),
          noControlCharacters(),
        ),
    ),
  })
  .check(
    z.refine(
      ({ action, reason }) => (action !== "mark_known" && action !== "decide") || Boolean(reason),
      { error: "A reason is required", path: ["reason"] },
    ),
  );

export const handleDifference = defineCall({
  name: "handleDifference",
  summary: "Carry out the action on a difference",
  tag: "Reconciliation",
  method: "POST",
  path: "/super-admin/reconciliation/differences/{id}/handle",
  ...forFinance,
  stepUp: { unsigned: "Moves no money; a return takes a code" },
  params: idParams,
  body: differenceForm,
  answer: dataAnswer(difference),
  errors: [
    "DIFFERENCE_CHANGED",
    "SECOND_APPROVER_NEEDED",
    "CONFIRMER_TOO_NEW",
    "PROVIDER_SILENT",
    "PROVIDER_NOT_CONFIGURED",
  ],
});
