import * as z from "zod/mini";
import type { ErrorCode } from "./error-codes.ts";
import type { Permission } from "./roles.ts";
import type { Scope } from "./scopes.ts";
import type { Tag } from "./tags.ts";

/**
 * Who may make a call. The server checks this before it reads the input: 401 without a session,
 * 403 `FORBIDDEN` for the wrong role.
 * - `anyone`: no sign-in needed.
 * - `person`: any signed-in person, super admins included.
 * - `tenant`: an operator or a retailer, on their own rows only.
 * - `superadmin`: the staff of the installation.
 * - `key`: a program with an API key of a tenant; no person.
 */
export type Who = "anyone" | "person" | "tenant" | "superadmin" | "key";

/** The six features that a super admin can grant to a tenant. */
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

/**
 * How a person signs a call beyond the session, or why not. Every call of a super admin that changes
 * something says it; a test holds that.
 * - `request`: one signature for exactly this request; `unless` names the valid bodies without one.
 * - `each`: one signature for the items that this body field lists; each item once.
 * - `steps`: one signature for a request in several steps, which this body field distinguishes.
 * - `unsigned`: the reason for none.
 */
export type StepUp =
  | {
      readonly signs: "request";
      /** Each call declares its own body. */
      readonly unless?: (body: never) => boolean;
    }
  | {
      readonly signs: "each";
      readonly field: string;
      /** All items are one transaction with one idempotency key, instead of one each. */
      readonly isOneTransaction?: true;
    }
  | { readonly signs: "steps"; readonly field: string }
  | { readonly unsigned: string };

/** The request header that brings a signature. */
export const stepUpHeader = "step-up";
/** The request header that asks for a passkey's challenge instead of a texted code. */
export const confirmWithHeader = "confirm-with";

export const fileKinds = ["csv", "xlsx", "pdf"] as const;
/** The kinds of documents that people attach. */
export const documentKinds = ["pdf", "png", "jpeg"] as const;
export type FileKind = (typeof fileKinds)[number] | (typeof documentKinds)[number] | "xml";

/** Response header of an export: the number of rows when the export started, for a progress bar. */
export const rowCountHeader = "x-row-count";

/** The topics that a `change` event of the live stream can name. */
export const topics = [
  "payouts",
  "beneficiaries",
  "wallet",
  "deposits",
  "bank_accounts",
  "notifications",
  "account",
  "settings",
  "requests",
  "api_keys",
  "events",
  "webhook_endpoints",
  // For super admins
  "tenants",
  "gateway",
  "proposals",
  "float",
  "reports",
  // For the person who started the job, and for super admins
  "jobs",
] as const;
export type Topic = (typeof topics)[number];

/** One call between the console (or an integrator) and the server. */
export interface Call {
  /** camelCase and unique: the OpenAPI operationId. */
  readonly name: string;
  readonly summary: string;
  /** The group of the call in the API document. */
  readonly tag: Tag;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/api/v1`, parameters as `{id}`. */
  readonly path: string;
  readonly who: Who;
  /**
   * What the roles of the person must allow (`roles.ts`): 403 `FORBIDDEN` without it. Every call of a
   * tenant or a super admin says it.
   */
  readonly needs?: Permission;
  /**
   * An API key with one of these scopes may make the call; without scopes, no key may. A key that
   * lacks them gets 403 `SCOPE_MISSING`.
   */
  readonly scopes?: readonly Scope[];
  /** A tenant that can't use this feature gets 403 `FEATURE_NOT_ENABLED`: see `includesFeature`. */
  readonly feature?: Feature;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** The limit of a body that holds a file; 100 kB by default. Checked after the sign-in. */
  readonly bodyBytesMax?: number;
  /**
   * The JSON body of the answer, the kind of file that is streamed (`file`: the stored file's own
   * kind), or a stream of `events`.
   */
  readonly answer: Schema | FileKind | "file" | "document" | "events";
  /** The live topics that can change this answer: a page requests it again after one of these events. */
  readonly changesWith?: readonly Topic[];
  /** Default: 200. */
  readonly status?: 200 | 201;
  /** Accepts `Idempotency-Key`: the same key and body return the first answer again. */
  readonly idempotent?: true;
  /** Required for a super admin's call that is not a GET. */
  readonly stepUp?: StepUp;
  /** Takes a proof of possession of the session's key in the header `DPoP` (RFC 9449). */
  readonly proof?: true;
  /** The error codes of this call, without those that its shape implies (`errorCodesOf`). */
  readonly errors?: readonly ErrorCode[];
  /** For the API document; without it an example is derived from the schema. */
  readonly example?: { readonly request?: unknown; readonly answer?: unknown };
}

export function isFileCall(call: Call): call is Call & {
  readonly answer: FileKind | "file" | "document";
} {
  return typeof call.answer === "string" && call.answer !== "events";
}

/** True if the call takes a signature in the header `Step-Up`. */
export function takesSignature({ stepUp }: Call): boolean {
  return stepUp !== undefined && "signs" in stepUp;
}

/** True for a GET call with a JSON answer: it changes nothing, and no file or stream outlasts it. */
export function isReading(call: Call): boolean {
  return call.method === "GET" && typeof call.answer !== "string";
}

/**
 * Declares a call. The type keeps its literal schemas, so the client and the server infer from it.
 * The console's build removes what only the API document reads: apps/web/build/call-docs.ts.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineCall<const C extends Call>(call: C): C {
  return call;
}

type InputPart<C extends Call, K extends "params" | "query" | "body"> = C[K] extends Schema
  ? { [P in K]: z.input<C[K]> }
  : { [P in K]?: undefined };

/** What a caller sends: `params`, `query` and `body`, as they go over the wire. */
export type Input<C extends Call> = InputPart<C, "params"> &
  InputPart<C, "query"> &
  InputPart<C, "body">;

/** What a caller receives: the parsed JSON body. */
export type Answer<C extends Call> = C["answer"] extends Schema ? z.output<C["answer"]> : never;

/** An answer that says what was done, in words for people. */
export const messageAnswer = z
  .object({ success: z.literal(true), message: z.string() })
  .register(z.globalRegistry, { id: "Done" });

/** `{success: true, message?, data}`: an answer about one item. */
export function dataAnswer<T extends Schema>(data: T) {
  return z.object({ success: z.literal(true), message: z.optional(z.string()), data });
}

/** `{success: true, data: [...], pagination, total}`: one page of a list. */
export function pageAnswer<T extends Schema>(item: T) {
  return z.object({ success: z.literal(true), data: z.array(item), pagination, total: count() });
}

/** As `pageAnswer`, with a summary of the whole list. */
export function pageAnswerWithSummary<T extends Schema, S extends Schema>(item: T, summary: S) {
  return z.object({
    success: z.literal(true),
    data: z.array(item),
    pagination,
    total: count(),
    summary,
  });
}

/** An integer ≥ 0. */
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

/** An amount in an answer: integer paise and the currency. */
export const money = z
  .object({ amount: z.int(), currency: z.literal("INR") })
  .register(z.globalRegistry, {
    id: "Money",
    description: "An amount in the currency's smallest unit: 150615 is ₹1,506.15.",
  });
export type MoneyAnswer = z.output<typeof money>;

/**
 * The body of every error. `code` is a string here so that an older client accepts a newer code;
 * the API document lists the codes.
 */
export const errorAnswer = z.object({
  success: z.literal(false),
  error: z.object({
    code: z.string(),
    message: z.string(),
    /** The first message of each invalid field. */
    fields: z.optional(z.record(z.string(), z.string())),
    request_id: z.string(),
    /** With `STEP_UP_REQUIRED`: the signature to ask for, and what it signs in words. */
    step_up: z.optional(z.object({ id: z.string(), summary: z.string() })),
    /** With `PASSKEY_REQUIRED`: the challenge, and what the browser needs to answer it. */
    passkey: z.optional(
      z.object({
        id: z.string(),
        options: z.record(z.string(), z.unknown()),
        /** What it confirms, in words. */
        summary: z.optional(z.string()),
      }),
    ),
  }),
});
export type ErrorAnswer = z.output<typeof errorAnswer>;

/** An ISO 8601 timestamp in UTC. */
export function instant() {
  return z.string().register(z.globalRegistry, { format: "date-time" });
}
