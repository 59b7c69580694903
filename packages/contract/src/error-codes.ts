import { isFileCall, isReading, type Call } from "./call.ts";

/** Every code that an error can have: its HTTP status, and when a caller meets it. */
export const errorCodes = {
  INVALID_INPUT: [400, "Something in the request is missing or wrong; `fields` names it."],
  INVALID_JSON: [400, "The body is not JSON."],
  INVALID_REQUEST: [400, "The request could not be read."],
  IDEMPOTENCY_KEY_INVALID: [400, "The key is not 1 to 100 printable characters."],
  OTP_INVALID: [400, "The code is wrong."],
  OTP_EXPIRED: [400, "The code is older than 5 minutes."],
  OTP_TRIES_USED_UP: [400, "The code was wrong five times; ask for a new one."],
  NOT_SIGNED_IN: [401, "There is no valid access token, or its session is over."],
  FORBIDDEN: [403, "The signed-in person's role may not do this."],
  FEATURE_NOT_ENABLED: [403, "The tenant does not have the feature that this needs."],
  ACCOUNT_INACTIVE: [403, "The account was deactivated."],
  PAYOUT_NOT_AUTHORISED: [403, "The authorisation is used, too old, or for another payout."],
  READ_ONLY_VIEW: [403, "A super admin who looks at a tenant's console changes nothing in it."],
  NOT_FOUND: [404, "There is no such thing, or it is another tenant's."],
  IFSC_NOT_FOUND: [404, "No bank has this IFSC."],
  ALREADY_DECIDED: [409, "It was decided before."],
  BANK_ACCOUNT_EXISTS: [409, "The tenant has added this account before."],
  CREDENTIAL_CHANGED: [409, "Somebody else has set or removed the credential since it was read."],
  CREDENTIAL_IN_ENVIRONMENT: [409, "The server's environment has it, and only it can change it."],
  CREDIT_NOT_ASSIGNABLE: [
    409,
    "The money can't become this tenant's: another request stands against it, or it is closed.",
  ],
  CREDIT_NOT_COUNTED: [409, "No credited deposit has this UTR and amount, so it is not the same."],
  IDEMPOTENCY_KEY_REUSED: [409, "The key came with another request before."],
  JOB_NOT_DEAD: [409, "Only a job whose tries are used up can be retried or discarded."],
  MONEY_IN_SUSPENSE: [409, "The transfer lies in suspense, and is assigned to a tenant there."],
  LINE_NOT_APPROVABLE: [409, "The statement's line names no request that it could credit."],
  EXPORT_NOT_READY: [409, "The export is not made yet, or could not be made."],
  EXPORT_NOT_FAILED: [409, "Only an export that failed can be made again."],
  REPORT_NOT_READY: [409, "The report is not made yet, or could not be made."],
  OUTCOME_NOT_DECIDABLE: [409, "The payout's outcome can't be decided now; the message says why."],
  PAYOUT_NOT_OPEN: [409, "The payout has its outcome, or was not handed to a provider yet."],
  PAYOUT_NOT_FINISHED: [409, "The payout has no outcome yet, so there is no receipt for it."],
  PHONE_TAKEN: [409, "The number has an account."],
  SETTING_CHANGED: [409, "The setting is no longer what the caller saw; `fields` names it."],
  TENANT_CHANGED: [409, "Somebody else has changed the tenant since it was read."],
  PROVIDER_CHANGED: [409, "Somebody else paused or resumed the provider first."],
  TENANT_NOT_EMPTY: [409, "The account holds money, or something in it is pending."],
  DIFFERENCE_CHANGED: [409, "The difference is not as the caller saw it, or was handled."],
  RECONCILIATION_UNDER_WAY: [409, "This day of this provider is being reconciled already."],
  SECOND_APPROVER_NEEDED: [409, "It needs two different people, and this one was the first."],
  VERIFICATION_UNDER_WAY: [409, "The books are being verified already."],
  VIRTUAL_ACCOUNT_EXISTS: [409, "The tenant has a virtual account with this provider."],
  UTR_ALREADY_USED: [409, "Another deposit claims this transfer."],
  BODY_TOO_LARGE: [413, "The body is larger than 100 kB, or than a file may be."],
  REQUEST_TOO_SLOW: [408, "The request did not arrive whole within 2 minutes."],
  EXPORT_EXPIRED: [410, "The export's file is older than 7 days and was deleted."],
  REPORT_EXPIRED: [410, "The report's file is older than 7 days and was deleted."],
  RANGE_NOT_SATISFIABLE: [416, "The part that `Range` asks for lies behind the end of the file."],
  UNSUPPORTED_MEDIA_TYPE: [415, "The body is not declared as `application/json`."],
  AMOUNT_ABOVE_CAP: [422, "No rail takes this much in one payout."],
  BANK_ACCOUNT_NOT_APPROVED: [422, "The bank account is not whitelisted yet."],
  BENEFICIARY_INVALID: [422, "The beneficiary's bank says that there is no such account."],
  INSUFFICIENT_BALANCE: [422, "The wallet does not cover amount, fee and GST."],
  NO_VIRTUAL_ACCOUNTS: [422, "This provider has no virtual accounts, or is not set up."],
  NO_PROVIDER: [422, "The tenant may not use any provider."],
  PROVIDER_NOT_CONFIGURED: [422, "The provider lacks settings; the message names them."],
  STATEMENT_UNREADABLE: [
    422,
    "The file is no bank statement that can be read; the message says why.",
  ],
  STATEMENT_TOO_LONG: [422, "The period has more than 10,000 lines; a PDF takes no more."],
  TOO_SLOW: [422, "The database took longer than 5 seconds over it, so it was broken off."],
  TOO_MANY_EXPORTS: [422, "You have as many exports under way, or kept, as one account may have."],
  TOO_MANY_REPORTS: [422, "You have as many reports under way as one person may have."],
  OTP_TOO_SOON: [429, "The same code was sent less than 30 seconds ago."],
  OTP_LIMIT_REACHED: [429, "The number has had its codes for this hour."],
  TOO_MANY_REQUESTS: [429, "The network address has made its calls for this hour."],
  HEADERS_TOO_LARGE: [431, "The address and headers are longer than 16 kB."],
  TOO_MANY_STREAMS: [429, "The person has as many event streams open as one may have."],
  EXPORTS_BUSY: [429, "Too many exports are being made at this moment."],
  STATEMENTS_BUSY: [429, "Too many bank statements are being read at this moment."],
  WEBHOOK_NOT_UNUSABLE: [409, "The webhook was worked off meanwhile, or waits to be."],
  INTERNAL: [500, "A fault of ours; it is in the log under `request_id`."],
  PROVIDER_SILENT: [503, "The provider gave no clear answer; nothing was changed."],
  SETTING_UNREADABLE: [503, "A stored setting that this needs can't be read."],
  SMS_NOT_SENT: [503, "No SMS gateway took the text. The code is withdrawn and not counted."],
  STREAMS_FULL: [503, "This server carries as many event streams as it can."],
  TRY_AGAIN: [503, "The database is away for a moment."],
} as const satisfies Record<string, readonly [status: number, meaning: string]>;

export type ErrorCode = keyof typeof errorCodes;

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCodes, code);
}

/** The codes that a call can answer with, its own and those that follow from its shape. */
export function errorCodesOf(call: Call): ErrorCode[] {
  const takesInput = call.params ?? call.query ?? call.body;
  const codes: (ErrorCode | false | undefined)[] = [
    takesInput && "INVALID_INPUT",
    call.body && "INVALID_JSON",
    call.body && "BODY_TOO_LARGE",
    call.body && "UNSUPPORTED_MEDIA_TYPE",
    call.idempotent && "IDEMPOTENCY_KEY_INVALID",
    call.idempotent && "IDEMPOTENCY_KEY_REUSED",
    call.who !== "anyone" && "NOT_SIGNED_IN",
    (call.who === "tenant" || call.who === "superadmin") && "FORBIDDEN",
    isForTenants(call) && !isReading(call) && "READ_ONLY_VIEW",
    call.feature && "FEATURE_NOT_ENABLED",
    call.path.includes("{id}") && "NOT_FOUND",
    isFileCall(call) && "EXPORTS_BUSY",
    call.answer === "file" && "RANGE_NOT_SATISFIABLE",
    ...(call.errors ?? []).filter(isErrorCode),
    "INTERNAL",
    "TRY_AGAIN",
  ];
  return [...new Set(codes.filter((code) => code !== undefined && code !== false))];
}

function isForTenants({ who }: Call): boolean {
  return who === "tenant" || who === "person";
}
