import * as z from "zod/mini";

/**
 * Who may make a call. The server refuses everyone else before it looks at the input:
 * 401 for nobody, 403 `FORBIDDEN` for the wrong role.
 * - `anyone`: no sign-in needed.
 * - `person`: any signed-in person, the super admin included.
 * - `tenant`: an operator or a retailer, on their own rows only.
 * - `superadmin`: the person who runs the installation.
 */
export type Who = "anyone" | "person" | "tenant" | "superadmin";

/** The six features that a super admin grants to a tenant, one by one. */
export const featureIds = [
  "wallet_topup",
  "create_payout",
  "payout_analytics",
  "view_reports",
  "api_access",
  "bulk_payouts",
] as const;
export type Feature = (typeof featureIds)[number];

type Schema = z.ZodMiniType;

export const fileKinds = ["csv", "xlsx", "pdf"] as const;
export type FileKind = (typeof fileKinds)[number];

/** On an export: how many rows the filter had when the file began. For a progress bar. */
export const rowCountHeader = "x-row-count";

/** What a `change` event of the live stream can name. */
export const topics = [
  "payouts",
  "wallet",
  "deposits",
  "bank_accounts",
  "notifications",
  "account",
  "settings",
  // For super admins
  "tenants",
  "gateway",
  "reports",
  // For whoever asked for the work, and for super admins
  "jobs",
] as const;
export type Topic = (typeof topics)[number];

/** One call between the console (or an integrator) and the server, written once. */
export interface Call {
  /** camelCase and unique: the OpenAPI operationId. */
  readonly name: string;
  readonly summary: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/api/v1`, parameters as `{id}`. */
  readonly path: string;
  readonly who: Who;
  /** Without this feature a tenant gets 403 `FEATURE_NOT_ENABLED`. */
  readonly feature?: Feature;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** More than the usual 100 kB, for a body that holds a file; read only for whom `who` names. */
  readonly bodyBytesMax?: number;
  /**
   * The whole answer body, the kind of a file that is streamed (`file` for one that is of the kind
   * in which it was made), or a stream of `events`.
   */
  readonly answer: Schema | FileKind | "file" | "events";
  /** The live events after which this has another answer, so that a page asks again. */
  readonly changesWith?: readonly Topic[];
  /** 200 unless told. */
  readonly status?: 200 | 201;
  /** Takes `Idempotency-Key`: the same key and body give the same answer again. */
  readonly idempotent?: true;
  /** The error codes that this call is known for, beyond those of every call. */
  readonly errors?: readonly string[];
}

export function isFileCall(call: Call): call is Call & { readonly answer: FileKind | "file" } {
  return typeof call.answer === "string" && call.answer !== "events";
}

/** What shows and leaves nothing behind: neither a change nor a file, and no stream that outlasts it. */
export function isReading(call: Call): boolean {
  return call.method === "GET" && typeof call.answer !== "string";
}

/** Declares a call; the type keeps its literal schemas, so client and server infer from it. */
export function defineCall<const C extends Call>(call: C): C {
  return call;
}

type Given<C extends Call, K extends "params" | "query" | "body"> = C[K] extends Schema
  ? { [P in K]: z.input<C[K]> }
  : { [P in K]?: undefined };

/** What a caller gives: `params`, `query` and `body` as they go over the wire. */
export type Input<C extends Call> = Given<C, "params"> & Given<C, "query"> & Given<C, "body">;

/** What a caller gets back: the parsed JSON body. */
export type Answer<C extends Call> = C["answer"] extends Schema ? z.output<C["answer"]> : never;

/** `{success: true, message?, data}`: an answer about one thing. */
export function one<T extends Schema>(data: T) {
  return z.object({ success: z.literal(true), message: z.optional(z.string()), data });
}

/** `{success: true, data: [...], pagination, total}`: a page of a list. */
export function many<T extends Schema>(item: T) {
  return z.object({ success: z.literal(true), data: z.array(item), pagination, total: count() });
}

/** As `many`, with the list's summary beside it. */
export function manyWithSummary<T extends Schema, S extends Schema>(item: T, summary: S) {
  return z.object({
    success: z.literal(true),
    data: z.array(item),
    pagination,
    total: count(),
    summary,
  });
}

/** A whole number from 0. */
export function count() {
  return z.int().check(z.minimum(0));
}

export const pagination = z
  .object({
    current_page: z.int().check(z.minimum(1)),
    per_page: z.int().check(z.minimum(1)),
    total_records: count(),
    total_pages: count(),
    has_prev: z.boolean(),
    has_next: z.boolean(),
  })
  .register(z.globalRegistry, { id: "Pagination" });
export type Pagination = z.output<typeof pagination>;

/** Integer paise and a currency: how every amount is answered. */
export const money = z
  .object({ amount: z.int(), currency: z.literal("INR") })
  .register(z.globalRegistry, {
    id: "Money",
    description: "An amount in the currency's smallest unit: 150615 is ₹1,506.15.",
  });
export type MoneyAnswer = z.output<typeof money>;

/** Every error, whatever the call. */
export const errorAnswer = z
  .object({
    success: z.literal(false),
    error: z.object({
      code: z.string(),
      message: z.string(),
      fields: z.optional(z.record(z.string(), z.string())),
      request_id: z.string(),
    }),
  })
  .register(z.globalRegistry, { id: "Error" });
export type ErrorAnswer = z.output<typeof errorAnswer>;

/** ISO 8601 in UTC. */
export function instant() {
  return z.string().register(z.globalRegistry, { format: "date-time" });
}
