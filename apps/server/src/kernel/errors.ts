import type { ErrorCode } from "@rokad/contract/error-codes";
import { limits } from "@rokad/contract/limits";

/**
 * An expected error of a request, with a code for programs and a message for the person. Any other
 * error is a fault of the server: it is answered as 500 and logged once.
 */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The signature that a request needs, and what it signs in words. */
  readonly stepUp: { readonly id: string; readonly summary: string } | undefined;
  /** The challenge that a passkey must answer, with the browser's options. */
  readonly passkey: AskedPasskey | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    extra: {
      fields?: Record<string, string>;
      retryAfterSeconds?: number;
      stepUp?: { id: string; summary: string };
      passkey?: AskedPasskey;
      /** Headers of the answer. */
      headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = extra.fields;
    this.retryAfterSeconds = extra.retryAfterSeconds;
    this.stepUp = extra.stepUp;
    this.passkey = extra.passkey;
    this.headers = extra.headers;
  }
}

export const invalidInput = (fields: Record<string, string>, message?: string) =>
  new ApiError(
    400,
    "INVALID_INPUT",
    message ?? Object.values(fields)[0] ?? "Please check the form",
    { fields },
  );

export const notSignedIn = () => new ApiError(401, "NOT_SIGNED_IN", "Please sign in to continue");

export const forbidden = () =>
  new ApiError(403, "FORBIDDEN", "You don't have permission to do this");

/** Names the roles that may do it, so that the person knows whom to ask. */
export const forbiddenWithout = (roles: readonly string[]) =>
  new ApiError(403, "FORBIDDEN", `This needs the role ${listOr(roles)}. Ask an owner.`);

export const scopeMissing = (scopes: readonly string[]) =>
  new ApiError(403, "SCOPE_MISSING", `This API key lacks the scope ${listOr(scopes)}.`);

/** A call that only a signed-in person makes. */
export const closedToKeys = () =>
  new ApiError(401, "NOT_SIGNED_IN", "API keys can't make this call. It needs a person's sign-in.");

/** A call of programs only. */
export const onlyForKeys = () =>
  new ApiError(403, "FORBIDDEN", "Only a program with an API key can make this call.");

export const featureNotEnabled = () =>
  new ApiError(403, "FEATURE_NOT_ENABLED", "This feature is not enabled for your account.");

export const stepUpRequired = (stepUp: { id: string; summary: string }) =>
  new ApiError(403, "STEP_UP_REQUIRED", "Sign this with a one-time code (OTP) to continue", {
    stepUp,
  });

interface AskedPasskey {
  readonly id: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** What it confirms, in words, where the person has not signed a summary before. */
  readonly summary?: string | undefined;
}

export const passkeyRequired = (passkey: AskedPasskey) =>
  new ApiError(403, "PASSKEY_REQUIRED", "Confirm this with your passkey to continue", { passkey });

export const readOnlyView = () =>
  new ApiError(
    403,
    "READ_ONLY_VIEW",
    "You are viewing this account read-only. Changes and downloads are not allowed.",
  );

export const accountInactive = () =>
  new ApiError(403, "ACCOUNT_INACTIVE", "This account is not active. Please contact support.");

export const payoutNotAuthorised = (why: string) => new ApiError(403, "PAYOUT_NOT_AUTHORISED", why);

export const notFound = (what: string) => new ApiError(404, "NOT_FOUND", `${what} was not found`);

export const idempotencyKeyReused = () =>
  new ApiError(
    409,
    "IDEMPOTENCY_KEY_REUSED",
    "This Idempotency-Key was used for another request. Use a new key for a new request.",
  );

export const insufficientBalance = () =>
  new ApiError(
    422,
    "INSUFFICIENT_BALANCE",
    "Your wallet balance does not cover this payout and its charges. Add funds and try again.",
  );

export const insufficientForWithdrawal = () =>
  new ApiError(422, "INSUFFICIENT_BALANCE", "Your available balance is less than this amount.", {
    fields: { amount: "Your available balance is less than this amount" },
  });

export const tenantClosing = () =>
  new ApiError(
    409,
    "TENANT_CLOSING",
    "This account is being closed. Its balance is paid out to your bank account.",
  );

export const verificationInProgress = () =>
  new ApiError(409, "VERIFICATION_UNDER_WAY", "A verification is already in progress");

export const reconciliationInProgress = () =>
  new ApiError(
    409,
    "RECONCILIATION_UNDER_WAY",
    "This day is already being reconciled with this provider",
  );

/** Of a run that is closed: its job can't end it any more. */
export const reconciliationFailed = () =>
  new ApiError(
    409,
    "ALREADY_DECIDED",
    "This run has failed. Start this day again under Reconciliation.",
  );

export const differenceChanged = (why: string) => new ApiError(409, "DIFFERENCE_CHANGED", why);

export const providerNotConfigured = (why: string) =>
  new ApiError(422, "PROVIDER_NOT_CONFIGURED", why);

export const providerNotResponding = () =>
  new ApiError(
    503,
    "PROVIDER_SILENT",
    "The provider did not answer, so nothing changed. Please try again in a moment.",
    { retryAfterSeconds: 5 },
  );

export const payoutNotFinished = () =>
  new ApiError(
    409,
    "PAYOUT_NOT_FINISHED",
    "This payout is still in progress. Its receipt is available after it succeeds or fails.",
  );

export const exportNotReady = () =>
  new ApiError(409, "EXPORT_NOT_READY", "This export is not ready yet");

export const exportNotFailed = () =>
  new ApiError(409, "EXPORT_NOT_FAILED", "Only a failed export can be retried");

export const exportExpired = () =>
  new ApiError(
    410,
    "EXPORT_EXPIRED",
    `This export expired after ${limits.storedFileDays} days. Create it again.`,
  );

export const tooManyExports = () =>
  new ApiError(
    422,
    "TOO_MANY_EXPORTS",
    `${limits.exportsInProgressMax} of your exports are still in progress. Wait until one is ready.`,
  );

export const tooManyStoredExports = () =>
  new ApiError(
    422,
    "TOO_MANY_EXPORTS",
    `You have ${limits.exportsStoredMax} stored exports, the maximum. Delete one that you don't need.`,
  );

/** Thrown while an export is created; a retry would fail too. */
export const exportTooLarge = () =>
  new ApiError(
    422,
    "EXPORT_TOO_LARGE",
    "The file would be larger than 2 GB. Choose a shorter period.",
  );

export const rangeNotSatisfiable = () =>
  new ApiError(416, "RANGE_NOT_SATISFIABLE", "The requested range is beyond the end of the file");

export const reportNotReady = () =>
  new ApiError(409, "REPORT_NOT_READY", "This report is not ready yet");

export const reportExpired = () =>
  new ApiError(
    410,
    "REPORT_EXPIRED",
    `This report expired after ${limits.storedFileDays} days. Create it again.`,
  );

export const tooManyReports = () =>
  new ApiError(
    422,
    "TOO_MANY_REPORTS",
    `${limits.platformReportsWaitingMax} of your reports are still in progress. Wait until one is ready.`,
  );

/** Thrown while a report is created; a retry would fail too. */
export const reportTooLarge = (why: string) => new ApiError(422, "REPORT_TOO_LARGE", why);

export const statementTooLong = (lines: bigint) =>
  new ApiError(
    422,
    "STATEMENT_TOO_LONG",
    `PDF statements are limited to ${limits.statementPdfLinesMax.toLocaleString("en-IN")} lines, and this period has ${lines.toLocaleString("en-IN")}. Use CSV or a shorter period.`,
  );

export const jobNotDead = () =>
  new ApiError(409, "JOB_NOT_DEAD", "This job was already retried or discarded.");

export const queryTimedOut = () =>
  new ApiError(
    422,
    "TOO_SLOW",
    `This query timed out after ${limits.databaseQuerySeconds} seconds. Try again when the database is less busy.`,
  );

export const tooManyRequests = (
  code: ErrorCode,
  message: string,
  retryAfterSeconds: number,
  headers: Readonly<Record<string, string>> = {},
) => new ApiError(429, code, message, { retryAfterSeconds, headers });

export const smsNotSent = () =>
  new ApiError(
    503,
    "SMS_NOT_SENT",
    "We could not send the text message, and the attempt was not counted. Please try again.",
    { retryAfterSeconds: 1 },
  );

export const smsBlocked = (retryAfterSeconds: number) =>
  new ApiError(
    503,
    "SMS_NOT_SENT",
    "Too many text messages to this number could not be sent. Please try again later.",
    { retryAfterSeconds },
  );

export const databaseUnreachable = () =>
  new ApiError(
    503,
    "TRY_AGAIN",
    "The service is temporarily unavailable. Please try again in a moment.",
    {
      retryAfterSeconds: 2,
    },
  );

/** `owner`, `owner or finance`, `owner, finance or auditor`. */
export function listOr(words: readonly string[]): string {
  return words.join(", ").replace(/, ([^,]*)$/, " or $1");
}

/** Its result, or the `ApiError` it throws, so that a batch can store the refusal of one item. */
export function resultOrRefusal<T>(work: () => T): T | ApiError {
  try {
    return work();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
