import * as z from "zod/mini";
import { count, defineCall, instant, many, money, one } from "./call.ts";
import { day, id, idParams, limit, noControlCharacters, page, requiredDay } from "./fields.ts";
import { limits } from "./limits.ts";
import { providerIds } from "./tenants.ts";

const adapterWords: Readonly<Record<string, string>> = {
  sandbox: "Sandbox",
  razorpayx: "RazorpayX",
  cashfree: "Cashfree",
};

/** An adapter's name as people write it. */
export function adapterWord(adapter: string): string {
  return adapterWords[adapter] ?? adapter;
}

/** How our books and a provider's own record can differ about one transfer. */
export const differenceKinds = [
  "missing_here",
  "missing_there",
  "doubled",
  "amount",
  "status",
  "utr",
  "charge",
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

export const differenceKindWords: Readonly<Record<DifferenceKind, string>> = {
  missing_here: "Missing here",
  missing_there: "Missing there",
  doubled: "Paid for twice",
  amount: "Amount differs",
  status: "Status differs",
  utr: "UTR differs",
  charge: "Charge differs",
};

/**
 * The one thing to do about a difference. `decide`: the provider contradicts an end that our books
 * have, so two different super admins call it known, each with a reason; no money moves.
 */
export const differenceActions = [
  "ask",
  "take_charge",
  "take_utr",
  "mark_known",
  "decide",
] as const;
export type DifferenceAction = (typeof differenceActions)[number];

/** `known` still differs, and a person has said why; `settled` by a person; `gone` by itself. */
export const differenceStates = ["open", "known", "settled", "gone"] as const;
export type DifferenceState = (typeof differenceStates)[number];

export const differenceStateWords: Readonly<Record<DifferenceState, string>> = {
  open: "Open",
  known: "Marked as known",
  settled: "Settled",
  gone: "Gone by itself",
};

/** What one side says of a transfer; null for what it does not tell. */
const side = z.object({
  state: z.nullable(z.string()),
  /** The provider's own word for its state. */
  raw_state: z.nullable(z.string()),
  amount: z.nullable(money),
  utr: z.nullable(z.string()),
  /** Its fee and the tax on it. */
  charge: z.nullable(z.object({ fee: money, tax: money })),
});
export type DifferenceSide = z.output<typeof side>;

export const difference = z
  .object({
    id,
    adapter: z.string(),
    day,
    kind: z.enum(differenceKinds),
    is_severe: z.boolean(),
    action: z.enum(differenceActions),
    state: z.enum(differenceStates),
    /** Our payout, where there is one, and whose it is. */
    payout: z.nullable(z.object({ id, reference: z.string(), tenant_id: id, tenant: z.string() })),
    /** Our reference, or the provider's where we have none. */
    subject: z.string(),
    provider_reference: z.nullable(z.string()),
    ours: z.nullable(side),
    theirs: z.nullable(side),
    found_at: instant(),
    /** When a run or a person saw it last. */
    seen_at: instant(),
    /** The first of the two whom `decide` takes. */
    first: z.nullable(z.object({ by_id: id, by: z.string(), at: instant(), reason: z.string() })),
    ended_at: z.nullable(instant()),
    /** Who ended it; null for a run that found it no more. */
    ended_by: z.nullable(z.string()),
    reason: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: "Difference" });
export type Difference = z.output<typeof difference>;

const paid = z.object({ count: count(), amount: z.nullable(money) });

export const reconciliationRun = z
  .object({
    id,
    adapter: z.string(),
    day,
    origin: z.enum(["person", "night"]),
    asked_by: z.nullable(z.string()),
    asked_at: instant(),
    finished_at: z.nullable(instant()),
    /** `failed` says nothing of the day; `problem` says why. */
    state: z.enum(["waiting", "running", "clean", "differs", "failed"]),
    progress: z.object({ done: count(), total: z.nullable(count()) }),
    problem: z.nullable(z.string()),
    /**
     * By `list` everything that the provider has was seen; by `look` only what we know of, so
     * that transfers which are missing here could not be seen, and no amount was told.
     */
    way: z.nullable(z.enum(["list", "look"])),
    compared_count: count(),
    /** Payouts that were moving at that moment, left to the next run. */
    moving_count: count(),
    /** Paid by our books and by the provider's record, without what came back. */
    ours: paid,
    theirs: paid,
    /** Found for the first time, found and open, of these severe, marked as known, gone. */
    new_count: count(),
    open_count: count(),
    severe_count: count(),
    known_count: count(),
    gone_count: count(),
    /** How the provider's balance changed since it was told before; null where it was not told. */
    balance: z.nullable(
      z.object({
        told_at: instant(),
        told: money,
        /** Null for the first one, which has nothing to be held against. */
        since: z.nullable(
          z.object({
            at: instant(),
            opening: money,
            /** By our books: taken by the provider, its charges, and what failed or came back. */
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
    /** The rails that lead to it now, and which of them are paused. */
    rails: z.array(z.object({ id: z.enum(providerIds), is_paused: z.boolean() })),
    missing_settings: z.array(z.string()),
    has_list: z.boolean(),
    tells_balance: z.boolean(),
    open_count: count(),
    severe_count: count(),
    /** The last run that came to its end, whatever its day. */
    last_run: z.nullable(reconciliationRun),
    /** The last time that it told its balance. */
    last_balance: z.nullable(reconciliationRun),
  })
  .register(z.globalRegistry, { id: "ReconciledProvider" });
export type ReconciledProvider = z.output<typeof reconciledProvider>;

export const getReconciliation = defineCall({
  name: "getReconciliation",
  summary: "The providers, and how far our books agree with theirs",
  method: "GET",
  path: "/super-admin/reconciliation",
  who: "superadmin",
  changesWith: ["jobs", "gateway", "settings"],
  answer: one(z.array(reconciledProvider)),
  errors: ["SETTING_UNREADABLE"],
});

const adapter = z
  .string({ error: "Choose a provider" })
  .check(z.regex(/^[a-z][a-z0-9-]{0,39}$/, "There is no such provider"));

export const listReconciliationRuns = defineCall({
  name: "listReconciliationRuns",
  summary: "Reconciliations, newest first",
  method: "GET",
  path: "/super-admin/reconciliation/runs",
  who: "superadmin",
  changesWith: ["jobs"],
  query: z.object({
    adapter: z.optional(adapter),
    page: page(),
    limit: limit(limits.reconciliationRunsPageRows),
  }),
  answer: many(reconciliationRun),
});

export const startReconciliation = defineCall({
  name: "startReconciliation",
  summary: "Hold a day against the provider's record, in the background",
  method: "POST",
  path: "/super-admin/reconciliation/runs",
  who: "superadmin",
  body: z.object({ adapter, day: requiredDay("Choose a day") }),
  status: 201,
  answer: one(reconciliationRun),
  errors: ["NOT_FOUND", "RECONCILIATION_UNDER_WAY", "PROVIDER_NOT_CONFIGURED"],
});

const differenceFilter = {
  adapter: z.optional(adapter),
  day: z.optional(day),
  kind: z.optional(z.enum(["all", ...differenceKinds])),
  /** `handled` is everything but open. */
  state: z.optional(z.enum(["all", "open", "handled"])),
};

export const listDifferences = defineCall({
  name: "listDifferences",
  summary: "What does not agree with a provider, severe ones first",
  method: "GET",
  path: "/super-admin/reconciliation/differences",
  who: "superadmin",
  changesWith: ["jobs"],
  query: z.object({
    ...differenceFilter,
    page: page(),
    limit: limit(limits.differencesPageRows),
  }),
  answer: many(difference),
});

export const exportDifferences = defineCall({
  name: "exportDifferences",
  summary: "The whole filter as CSV",
  method: "GET",
  path: "/super-admin/reconciliation/differences/export",
  who: "superadmin",
  query: z.object(differenceFilter),
  answer: "csv",
});

/** The action's name says what the person saw: if it is another by now, nothing is done. */
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
    z.refine(({ action, reason }) => !needsReason(action) || Boolean(reason), {
      error: "A reason is required",
      path: ["reason"],
    }),
  );

function needsReason(action: DifferenceAction): boolean {
  return action === "mark_known" || action === "decide";
}

export const handleDifference = defineCall({
  name: "handleDifference",
  summary: "Do the one thing that there is to do about a difference",
  method: "POST",
  path: "/super-admin/reconciliation/differences/{id}/handle",
  who: "superadmin",
  params: idParams,
  body: differenceForm,
  answer: one(difference),
  errors: [
    "DIFFERENCE_CHANGED",
    "SECOND_APPROVER_NEEDED",
    "PROVIDER_SILENT",
    "PROVIDER_NOT_CONFIGURED",
  ],
});
