/**
 * Everything that the audit log can say was done, in the words in which people read it. A verb
 * of the server that changes something, or shows something secret, records one of these.
 */
export const auditActs = {
  "sign_in.succeeded": "Signed in",
  "sign_in.failed": "Sign-in failed",
  "sign_in.locked_out": "Locked out after too many tries",
  "session.ended": "Session ended",
  "session.token_reused": "An old refresh token came back",
  "tenant.created": "Tenant created",
  "tenant.edited": "Tenant edited",
  "tenant.activated": "Tenant activated",
  "tenant.deactivated": "Tenant deactivated",
  "tenant.closed": "Tenant closed",
  "tenant.viewed_as": "Tenant's console viewed",
  "tenant.view_ended": "View of a tenant's console ended",
  "deposit.approved": "Deposit approved",
  "deposit.approved_first": "Deposit approved, second approval pending",
  "deposit.rejected": "Deposit rejected",
  "suspense.decided_first": "Suspense decided, second decision pending",
  "suspense.assigned": "Suspense assigned to a tenant",
  "suspense.returned": "Suspense returned to its sender",
  "suspense.dismissed": "Suspense found to be credited already",
  "virtual_account.opened": "Virtual account ordered",
  "virtual_account.closed": "Virtual account closed",
  "statement.imported": "Bank statement imported",
  "bank_account.approved": "Bank account approved",
  "bank_account.rejected": "Bank account rejected",
  "setting.changed": "Setting changed",
  "provider.paused": "Provider paused",
  "provider.resumed": "Provider resumed",
  "sms.test_sent": "Test text sent",
  "credential.set": "Credential set",
  "credential.removed": "Credential removed",
  "payout.looked_at": "Payout's outcome asked for",
  "payout.outcome_proposed": "Payout's outcome proposed",
  "payout.outcome_confirmed": "Payout's outcome confirmed by a second super admin",
  "payout.outcome_withdrawn": "Proposed outcome of a payout withdrawn",
  "webhook.retried": "Webhook worked off again",
  "job.retried": "Job retried",
  "job.discarded": "Job discarded",
  "report.requested": "Report asked for",
  "export.made": "Export made",
  "secret.revealed": "Revealed",
  "books.verified": "Books verified",
  "reconciliation.started": "Reconciliation asked for",
  "reconciliation.asked": "Provider asked about a difference",
  "reconciliation.charge_taken": "Provider's charge taken over",
  "reconciliation.utr_taken": "Provider's UTR taken over",
  "reconciliation.marked_known": "Difference marked as known",
  "audit_log.checked": "Audit log checked",
} as const;

export type AuditAct = keyof typeof auditActs;

type KindOf<Act> = Act extends `${infer Kind}.${string}` ? Kind : never;

/** Kinds of acts, as a filter offers them; an act belongs by what stands in front of its dot. */
export const auditGroups = {
  sign_in: "Sign-ins",
  session: "Sessions",
  tenant: "Tenants",
  deposit: "Deposits",
  suspense: "Suspense",
  virtual_account: "Virtual accounts",
  statement: "Bank statements",
  bank_account: "Bank accounts",
  setting: "Settings",
  provider: "Payment gateway",
  sms: "Text messages",
  credential: "Credentials",
  payout: "Payouts",
  webhook: "Webhooks",
  job: "Background jobs",
  report: "Reports",
  export: "Exports",
  secret: "Reveals",
  books: "Books",
  reconciliation: "Reconciliation",
  audit_log: "Audit log",
} as const satisfies Record<KindOf<AuditAct>, string>;

export type AuditGroup = keyof typeof auditGroups;
