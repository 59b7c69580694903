import * as z from "zod/mini";
import { auditGroups, type AuditGroup } from "./audit.ts";
import { count, defineCall, instant, dataAnswer } from "./call.ts";
import { day, id, limit, validDateRange } from "./fields.ts";
import { search } from "./form-fields.ts";
import { limits } from "./limits.ts";
import { sampleIds } from "./samples.ts";

const values = z.nullable(z.record(z.string(), z.unknown()));

export const auditEntry = z
  .object({
    /** The row number, without gaps. */
    seq: count(),
    at: instant(),
    /** One of `auditActs`. */
    act: z.string(),
    /** Who did it; null without a sign-in, and for automatic actions. */
    actor: z.nullable(z.object({ id, name: z.string(), phone: z.string(), role: z.string() })),
    /** The object of the action; `name` is its name, reference or UTR, and null where it has none. */
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

const groups = Object.keys(auditGroups) as [AuditGroup, ...AuditGroup[]];

const filter = {
  group: z.optional(z.enum(["all", ...groups])),
  /** Part of the name or mobile number of the actor or of the person concerned. */
  person: search(),
  /** A whole reference, UTR or id of a subject, the id of a person or session, or a row number. */
  search: search(),
  from: z.optional(day),
  to: z.optional(day),
};

const hashSample = "6f1c0d9e2b7a4458".repeat(4);

export const listAuditLog = defineCall({
  name: "listAuditLog",
  summary: "Actions and who did them, newest first",
  tag: "Security log",
  method: "GET",
  path: "/super-admin/audit-log",
  who: "superadmin",
  needs: "view",
  query: z
    .object({
      ...filter,
      /** Returns only rows below this number: the `next` of the previous page. */
      before: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
      limit: limit(limits.auditPageRows),
    })
    .check(validDateRange("from", "to")),
  answer: z.object({
    success: z.literal(true),
    data: z.array(auditEntry),
    /** The `before` of the next page; null on the last page. */
    next: z.nullable(count()),
  }),
  example: {
    answer: {
      success: true,
      data: [
        {
          seq: 4_211,
          at: "2026-11-21T06:00:00.000Z",
          act: "setting.changed",
          actor: {
            id: sampleIds.superAdmin,
            name: "Meera Iyer",
            phone: "9000000001",
            role: "superadmin",
          },
          subject: { kind: "setting", id: "fee_paise", name: null },
          reason: "The bank charges more",
          before: { fee_paise: 500 },
          after: { fee_paise: 600 },
          address: "203.0.113.9",
          user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
          hash: hashSample,
        },
      ],
      next: 4_211,
    },
  },
});

export const exportAuditLog = defineCall({
  name: "exportAuditLog",
  summary: "All rows of the filter as CSV",
  tag: "Security log",
  method: "GET",
  path: "/super-admin/audit-log/export",
  who: "superadmin",
  needs: "view",
  query: z.object(filter).check(validDateRange("from", "to")),
  answer: "csv",
});

export const auditCheck = z
  .object({
    /** A check is in progress. */
    is_running: z.boolean(),
    last: z.nullable(
      z.object({
        checked_at: instant(),
        checked_by: z.string(),
        row_count: count(),
        /** One sentence each, with the row number; empty if the chain is intact. */
        faults: z.array(z.string()),
      }),
    ),
    /** The last row. Note it elsewhere: it later shows whether rows were removed. */
    head: z.object({ seq: count(), hash: z.string() }),
  })
  .register(z.globalRegistry, { id: "AuditCheck" });
export type AuditCheck = z.output<typeof auditCheck>;

const auditCheckSample = {
  is_running: false,
  last: {
    checked_at: "2026-11-21T06:00:00.000Z",
    checked_by: "Meera Iyer",
    row_count: 4_210,
    faults: [],
  },
  head: { seq: 4_211, hash: hashSample },
};

export const getAuditCheck = defineCall({
  name: "getAuditCheck",
  summary: "The result of the last check of the audit log's hash chain",
  tag: "Security log",
  method: "GET",
  path: "/super-admin/audit-log/check",
  who: "superadmin",
  needs: "view",
  answer: dataAnswer(auditCheck),
  example: { answer: { success: true, data: auditCheckSample } },
});

export const checkAuditLog = defineCall({
  name: "checkAuditLog",
  summary: "Check the audit log's hash chain and list every row that does not match",
  tag: "Security log",
  method: "POST",
  path: "/super-admin/audit-log/check",
  who: "superadmin",
  needs: "verify",
  stepUp: { unsigned: "Checks the chain and changes nothing" },
  answer: dataAnswer(auditCheck),
  example: { answer: { success: true, data: auditCheckSample } },
});
