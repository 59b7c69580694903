import * as z from "zod/mini";
import { auditGroups, type AuditGroup } from "./audit.ts";
import { count, defineCall, instant, one } from "./call.ts";
import { day, id, limit, noControlCharacters, sensibleRange } from "./fields.ts";
import { limits } from "./limits.ts";

const values = z.nullable(z.record(z.string(), z.unknown()));

export const auditEntry = z
  .object({
    /** Counts the log's rows without gaps. */
    seq: count(),
    at: instant(),
    /** One of `auditActs`. */
    act: z.string(),
    /** Who did it; null for somebody who was not signed in, and for Rokad itself. */
    actor: z.nullable(z.object({ id, name: z.string(), phone: z.string(), role: z.string() })),
    /** What it was done to; the name is of a person or tenant. */
    subject: z.nullable(
      z.object({ kind: z.string(), id: z.string(), name: z.nullable(z.string()) }),
    ),
    reason: z.nullable(z.string()),
    before: values,
    after: values,
    address: z.nullable(z.string()),
    user_agent: z.nullable(z.string()),
    hash: z.string(),
  })
  .register(z.globalRegistry, { id: "AuditEntry" });
export type AuditEntry = z.output<typeof auditEntry>;

const words = z
  .string()
  .check(
    z.trim(),
    z.maxLength(limits.searchCharsMax, "Search must not exceed 100 characters"),
    noControlCharacters(),
  );

const groups = Object.keys(auditGroups) as [AuditGroup, ...AuditGroup[]];

const filter = {
  group: z.optional(z.enum(["all", ...groups])),
  /** Part of a name or mobile number: of who did it, or to whom. */
  person: z.optional(words),
  /** The whole id of a subject, person or session, or a row's number. */
  search: z.optional(words),
  from: z.optional(day),
  to: z.optional(day),
};

export const listAuditLog = defineCall({
  name: "listAuditLog",
  summary: "What was done by whom, newest first",
  method: "GET",
  path: "/super-admin/audit-log",
  who: "superadmin",
  query: z
    .object({
      ...filter,
      /** Rows before this number: the `next` of an earlier answer. */
      before: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
      limit: limit(limits.auditPageRows),
    })
    .check(sensibleRange("from", "to")),
  answer: z.object({
    success: z.literal(true),
    data: z.array(auditEntry),
    /** What `before` takes for the older rows; null at the end. */
    next: z.nullable(count()),
  }),
});

export const exportAuditLog = defineCall({
  name: "exportAuditLog",
  summary: "The whole filter as CSV",
  method: "GET",
  path: "/super-admin/audit-log/export",
  who: "superadmin",
  query: z.object(filter).check(sensibleRange("from", "to")),
  answer: "csv",
});

export const auditCheck = z
  .object({
    /** A check goes on; its result is the next `last`. */
    is_running: z.boolean(),
    last: z.nullable(
      z.object({
        checked_at: instant(),
        checked_by: z.string(),
        row_count: count(),
        /** Each as a sentence that names its row; none when the chain is whole. */
        faults: z.array(z.string()),
      }),
    ),
    /** Where the chain ends now. Noted elsewhere, it shows later whether the log was cut. */
    head: z.object({ seq: count(), hash: z.string() }),
  })
  .register(z.globalRegistry, { id: "AuditCheck" });
export type AuditCheck = z.output<typeof auditCheck>;

export const getAuditCheck = defineCall({
  name: "getAuditCheck",
  summary: "What the last check of the audit log's chain found",
  method: "GET",
  path: "/super-admin/audit-log/check",
  who: "superadmin",
  answer: one(auditCheck),
});

export const checkAuditLog = defineCall({
  name: "checkAuditLog",
  summary: "Walk the audit log's chain and name every row that does not fit",
  method: "POST",
  path: "/super-admin/audit-log/check",
  who: "superadmin",
  answer: one(auditCheck),
});
