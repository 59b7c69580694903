import type { JsonSchema, SchemaBook } from "./openapi-schemas.ts";
import { payoutFieldSamples } from "./payout-fields.ts";

interface Options {
  readonly book: SchemaBook;
  /** Include the fields that may be absent. */
  readonly withOptional: boolean;
}

/**
 * Derives an example from a schema: the first of several choices, and for a text the sample of its
 * field. A call whose example should say more has its own (`Call.example`).
 * @param field the property that holds the value, below its component or property: `Queue.name`.
 * @throws for a text whose field has no sample.
 */
export function exampleOf(schema: JsonSchema, options: Options, field = ""): unknown {
  if (schema.$ref) {
    const component = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
    return exampleOf(options.book.resolve(schema), options, component);
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [choice] = schema.oneOf ?? schema.anyOf ?? [];
  if (choice) return exampleOf(choice, options, field);
  if (schema.allOf) {
    return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, options, field)));
  }
  return ofType(schema, options, field);
}

function ofType(schema: JsonSchema, options: Options, field: string): unknown {
  if (schema.type === "object") return ofProperties(schema, options, lastOf(field));
  if (schema.type === "array") {
    return schema.items ? [exampleOf(schema.items, options, field)] : [];
  }
  if (schema.type === "integer" || schema.type === "number") {
    return sampleOf(numbers, field) ?? Math.max(schema.minimum ?? 0, 1);
  }
  if (schema.type === "boolean") return false;
  if (schema.type === "string") return formats[schema.format ?? ""] ?? sampleText(field);
  return null;
}

function ofProperties(
  { properties = {}, required = [] }: JsonSchema,
  options: Options,
  of: string,
) {
  const names = Object.keys(properties).filter(
    (name) => options.withOptional || required.includes(name),
  );
  return Object.fromEntries(
    names.map((name) => [name, exampleOf(properties[name] ?? {}, options, `${of}.${name}`)]),
  );
}

function sampleText(field: string): string {
  const text = sampleOf(texts, field);
  if (text === undefined)
    throw new Error(`The text ${field} has no sample: add one to openapi-example.ts`);
  return text;
}

/** The sample of `Queue.name`, or else of every `name`. */
function sampleOf<T>(samples: Readonly<Record<string, T>>, field: string): T | undefined {
  return samples[field] ?? samples[lastOf(field)];
}

function lastOf(field: string): string {
  return field.slice(field.lastIndexOf(".") + 1);
}

const formats: Readonly<Record<string, string>> = {
  uuid: "01994c60-91aa-7c33-a1f7-5e0d9c3b8f42",
  "date-time": "2026-11-20T06:30:00.000Z",
  date: "2026-11-20",
  email: "accounts@sharmatraders.example",
};

const numbers: Readonly<Record<string, number>> = {
  amount: 1500_25,
  gst_percent: 18,
  match_score: 100,
  success_rate: 98,
  cache_hit_percent: 99.4,
  year: 2026,
  rate: 18,
};

/** By the field's name, or by its owner and name where the same name means different things. */
const texts: Readonly<Record<string, string>> = {
  ...payoutFieldSamples,

  // People and businesses
  name: "Sharma Traders",
  tenant: "Sharma Traders",
  phone: "9000000002",
  mobile: "9000000002",
  email: "accounts@sharmatraders.example",
  password: "Correct-horse-9",
  role: "superadmin",
  by: "Meera Iyer",
  "actor.name": "Meera Iyer",
  "actor.phone": "9000000001",
  "by.name": "Meera Iyer",
  "changed_by.name": "Meera Iyer",
  "imported_by.name": "Meera Iyer",
  "proposed_by.name": "Meera Iyer",
  "set_by.name": "Meera Iyer",
  checked_by: "Meera Iyer",
  invited_by: "Sharma Traders",
  invitation_token: "eyJhbGciOiJIUzI1NiJ9…",
  recorded_by: "Meera Iyer",

  // Accounts and transfers
  account_holder_name: "Sharma Traders",
  account_number: "002601504321",
  ifsc_code: "ICIC0000026",
  bank_name: "ICICI Bank",
  branch_name: "Fort, Mumbai",
  label: "Main collections",
  settles_provider: "razorpayx",
  upi_id: "asha@okhdfcbank",
  destination: "HDFC Bank ****9012",
  reference: "RKA2EM233TB1T94JS",
  reference_id: "RKA2EM233TB1T94JS",
  subject: "RKA2EM233TB1T94JS",
  "returns.reference": "rvrsl_Lt09xvyzskI7KZ",
  return_reference: "rvrsl_Lt09xvyzskI7KZ",
  utr: "632456789012",
  utr_reference: "ICICR52026112000",
  description: "IMPS payout to Asha Rao",
  particulars: "IMPS payout to Asha Rao",
  event: "success",
  "sender.name": "VERMA TEXTILES",
  "top.key": "primary",
  "top.name": "Primary",

  // Beneficiaries
  short_name: "Asha",
  repairs: "IFSC in capital letters without spaces",
  notes: "Only the sheet “November” is read, not “December”.",
  tags: "packaging",
  tag: "packaging",
  address: "12 MG Road, Bengaluru",
  gstin: "29ABCPD1234E1ZA",
  pan: "ABCPD1234E",
  account: "****9012",
  name_at_bank: "ASHA RAO",
  warning: "Another beneficiary is called Asha Rao. Check that you need both.",
  search: "asha",
  next: "WyJhc2hhIHJhbyIsIiJd",
  repeat_reason: "Second invoice of the day",

  // Batches of payouts
  "pause.code": "INSUFFICIENT_BALANCE",
  "pause.message": "The wallet does not cover the next row. Add funds.",
  cancel_reason: "The wrong month's file",
  "approval.waiting_for": "Waits for Asha Rao or Ravi Sharma",
  method_reason: "Bank account: it comes first",
  problem: "Account number must be 9-18 digits",
  warnings: "Same account and amount as line 2",
  failure_reason: "The account is closed",

  // Schedules
  starts_on: "2026-12-01",
  ends_on: "2027-03-31",
  due_on: "2026-12-31",
  rule_day: "2026-12-31",
  last_on: "2027-03-31",
  moved_because: "Christmas",
  rule_text: "Every month on the last working day, 16:00, until 31/03/2027",
  waits_for: "Waits for approval",
  "top_up.sentence": "Top up ₹1,523.10 by Friday 27 November 16:00, or 7 payouts wait",
  "ScheduleRun.code": "INSUFFICIENT_BALANCE",
  "ScheduleRun.reason": "The wallet does not cover the payout and its charges",
  "end.reason": "The lease ended",

  // Tokens and codes
  "data.token": "pX3c…",
  "step_up.summary": "Approve deposit of ₹1,500.25 from Sharma Traders",
  "credential.id": "pR9mVb3qK0aQ2cN1bXo7Zg",
  rawId: "pR9mVb3qK0aQ2cN1bXo7Zg",
  clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
  authenticatorData: "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ",
  attestationObject: "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YQ",
  signature: "MEUCIQDx1rK0aQ2cN1bXo7ZgpR9mVb3q",
  userHandle: "AZlMVX1Pfpqwxi9dHwqeEQ",
  transports: "internal",
  proof: "pk_9c5N…",
  origins: "https://console.example.in",
  otp: "482913",
  access_token: "eyJhbGciOiJIUzI1NiJ9…",
  refresh_token: "pX3c…",
  authorization_token: "eyJhbGciOiJIUzI1NiJ9…",
  value: "the-secret-of-the-dashboard",
  seen_set_at: "2026-11-20T06:30:00.000Z",
  hash: "6f1c".repeat(16),

  // What people write
  title: "Deposit approved",
  amount_reason: "The bank shows ₹1,500.25",
  note: "Seen on the statement of 20 November",
  reason: "No such transfer arrived",
  "blocked.code": "INSUFFICIENT_BALANCE",
  "blocked.message": "The wallet does not cover the payout and its charges",
  "waiting_for.sentence": "Waits for Asha Rao or Ravi Sharma",
  "timeline.event": "submitted",
  "ApprovalOutcome.code": "ALREADY_APPROVED",
  closing_reason: "Invoice 118 is already paid",
  content_hash: "6f1c".repeat(16),
  evidence: "RazorpayX support, ticket 4711, 20 November: the transfer was returned",
  provider_said: "processing",
  message: "Done",
  "data.message": "Payout initiated successfully! Reference: RKA2EM233TB1T94JS",
  sentence: "The provider has the payout and will send its outcome",
  text: "482913 is your Rokad sign-in code. It is valid for 5 minutes. Do not share it with anyone.",
  what: "No answer within 8 seconds",
  "last_success.what": "Payout RKA2EM233TB1T94JS paid",
  "pause.reason": "The provider announced maintenance",
  "PauseProviderRequest.reason": "The provider announced maintenance",
  "ResumeProviderRequest.reason": "The maintenance is over",
  "SetTenantStatusRequest.reason": "The tenant asked to close the account",
  "ViewTenantRequest.reason": "The tenant reported a wrong balance",
  "BankStatementLine.reason": "UTR and amount match a pending request",
  why: "The sender is not an approved bank account of the tenant",
  "refused.why": "The signature is wrong",
  "failure_reasons.reason": "The account is closed",
  "ReviewWarning.code": "NAME_DIFFERS",
  "ReviewWarning.message": "The account holder's name differs from the tenant's",

  // The platform's own money
  from: "bank",
  to: "razorpayx",
  credit_reference: "txn_00000000000001",
  "unrecorded_credits.reference": "txn_00000000000001",
  "first.what": "Deposit",
  "low_balance.reason": "below the limit of ₹1,00,000.00",
  "low.reason": "below the limit of ₹1,00,000.00",
  "RecordDayChargeRequest.reference": "Invoice RZP/2026/1120",
  "DayChargeForm.reference": "Invoice RZP/2026/1120",
  "document.note": "Cashfree reports no balance",

  // Providers, servers and jobs
  adapter: "razorpayx",
  provider: "razorpayx",
  providers: "razorpayx",
  rails: "primary",
  "ProviderRecord.name": "razorpayx",
  missing: "0014_batches.sql",
  missing_settings: "RAZORPAYX_WEBHOOK_SECRET",
  choices: "razorpayx",
  problems: "Payouts wait: the primary provider does not answer",
  host: "rokad-1",
  version: "1.0.0",
  "DatabaseServer.version": "18.1",
  database: "rokad",
  application: "rokad api",
  "oldest_transaction.state": "active",
  "DatabaseTable.name": "payouts",
  "applied.name": "0008_payouts.sql",
  "replicas.name": "replica_1",
  check: "The ledger's transactions",
  rule: "Every transaction sums to zero",
  faults: "Transaction 4211 does not sum to zero",
  faulty_rules: "Every transaction sums to zero",
  backup_name: "rokad-2026-11-21.dump",
  "RestoreDrill.problem": "pg_restore was not found",
  purpose: "sign_in",
  "BackgroundJob.kind": "export",
  "Webhook.kind": "payout.processed",
  event_id: "evt_00000000000001",

  // Records and files
  "TaxDocument.number": "RK/26-27/000012",
  "invoice.number": "RK/26-27/000012",
  "TaxDocument.month": "2026-10",
  month: "2026-10",
  legal_name: "Sharma Traders Private Limited",
  sac: "997158",
  act: "setting.changed",
  "subject.kind": "setting",
  "subject.id": "fee_paise",
  "months.month": "2026-11",
  file_name: "statement-2026-11-20.csv",
  content: "RGF0ZSxOYXJyYXRpb24sQ3JlZGl0Cg==",
  header: "Date",
  cells: "20/11/2026",
  "filter.status": "success",
  "filter.type": "debit",
  "filter.utr": "ICICR52026112000",
  "filter.from": "2026-11-01",
  "filter.to": "2026-11-20",
};
