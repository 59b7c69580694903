import { limits } from "@rokad/contract/limits";

/**
 * An expected refusal: it has a code for programs and a sentence for the person. Anything else
 * that is thrown is a fault of ours, answered as 500 and logged once.
 */
export class Refusal extends Error {
  override name = "Refusal";
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    extra: { fields?: Record<string, string>; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = extra.fields;
    this.retryAfterSeconds = extra.retryAfterSeconds;
  }
}

export const invalid = (fields: Record<string, string>, message?: string) =>
  new Refusal(
    400,
    "INVALID_INPUT",
    message ?? Object.values(fields)[0] ?? "Please check the form",
    { fields },
  );

export const notSignedIn = () => new Refusal(401, "NOT_SIGNED_IN", "Please sign in to continue");

export const forbidden = () =>
  new Refusal(403, "FORBIDDEN", "You don't have permission to do this");

export const featureNotEnabled = () =>
  new Refusal(403, "FEATURE_NOT_ENABLED", "This feature is not enabled for your account.");

export const readOnlyView = () =>
  new Refusal(
    403,
    "READ_ONLY_VIEW",
    "You are viewing this account read only, so nothing can be changed or downloaded.",
  );

export const accountInactive = () =>
  new Refusal(403, "ACCOUNT_INACTIVE", "This account is not active. Please contact support.");

export const payoutNotAuthorised = (why: string) => new Refusal(403, "PAYOUT_NOT_AUTHORISED", why);

export const notFound = (what: string) => new Refusal(404, "NOT_FOUND", `${what} was not found`);

export const idempotencyKeyReused = () =>
  new Refusal(
    409,
    "IDEMPOTENCY_KEY_REUSED",
    "This Idempotency-Key was used for another request. Use a new key for a new request.",
  );

export const insufficientBalance = () =>
  new Refusal(
    422,
    "INSUFFICIENT_BALANCE",
    "Your wallet balance does not cover this payout and its charges. Add funds and try again.",
  );

export const verificationUnderWay = () =>
  new Refusal(409, "VERIFICATION_UNDER_WAY", "The books are being verified already");

export const reconciliationUnderWay = () =>
  new Refusal(
    409,
    "RECONCILIATION_UNDER_WAY",
    "This day is being reconciled with this provider already",
  );

export const differenceChanged = (why: string) => new Refusal(409, "DIFFERENCE_CHANGED", why);

export const providerNotConfigured = (why: string) =>
  new Refusal(422, "PROVIDER_NOT_CONFIGURED", why);

export const providerSilent = () =>
  new Refusal(
    503,
    "PROVIDER_SILENT",
    "The provider gave no clear answer, so nothing was changed. Please try again in a moment.",
    { retryAfterSeconds: 5 },
  );

export const payoutNotFinished = () =>
  new Refusal(
    409,
    "PAYOUT_NOT_FINISHED",
    "This payout is still under way. Its receipt will be ready once it is paid or has failed.",
  );

export const exportNotReady = () =>
  new Refusal(409, "EXPORT_NOT_READY", "This export is not ready yet");

export const exportNotFailed = () =>
  new Refusal(409, "EXPORT_NOT_FAILED", "Only an export that failed can be made again");

export const exportExpired = () =>
  new Refusal(
    410,
    "EXPORT_EXPIRED",
    `An export is kept for ${limits.keptFileDays} days. Please have it prepared again.`,
  );

export const tooManyExports = () =>
  new Refusal(
    422,
    "TOO_MANY_EXPORTS",
    `${limits.exportsUnderWayMax} of your exports are still being prepared. Please wait for one of them.`,
  );

export const tooManyKeptExports = () =>
  new Refusal(
    422,
    "TOO_MANY_EXPORTS",
    `${limits.exportsKeptMax} of your exports are kept already. Please delete one that you don't need.`,
  );

/** Thrown while an export is made: trying again would end the same. */
export const exportTooLarge = () =>
  new Refusal(
    422,
    "EXPORT_TOO_LARGE",
    "The file would be larger than 2 GB. Choose a shorter period.",
  );

export const rangeNotSatisfiable = () =>
  new Refusal(416, "RANGE_NOT_SATISFIABLE", "The file ends before the part that was asked for");

export const reportNotReady = () =>
  new Refusal(409, "REPORT_NOT_READY", "This report is not ready yet");

export const reportExpired = () =>
  new Refusal(
    410,
    "REPORT_EXPIRED",
    `A report is kept for ${limits.keptFileDays} days. Please have it made again.`,
  );

export const tooManyReports = () =>
  new Refusal(
    422,
    "TOO_MANY_REPORTS",
    `${limits.platformReportsWaitingMax} of your reports are still being made. Please wait for one of them.`,
  );

/** Thrown while a report is made: trying again would end the same. */
export const reportTooLarge = (why: string) => new Refusal(422, "REPORT_TOO_LARGE", why);

export const statementTooLong = (lines: bigint) =>
  new Refusal(
    422,
    "STATEMENT_TOO_LONG",
    `This period has ${lines.toLocaleString("en-IN")} lines, and a PDF takes at most ${limits.statementPdfLinesMax.toLocaleString("en-IN")}. Take the CSV file, or choose a shorter period.`,
  );

export const jobNotDead = () =>
  new Refusal(
    409,
    "JOB_NOT_DEAD",
    "This job is not dead any more. Somebody may have retried it just now.",
  );

export const tooSlow = () =>
  new Refusal(
    422,
    "TOO_SLOW",
    `The database took longer than ${limits.databaseLookSeconds} seconds over this, so it was broken off. Try again when there is less to do.`,
  );

export const tooMany = (code: string, message: string, retryAfterSeconds: number) =>
  new Refusal(429, code, message, { retryAfterSeconds });

export const smsNotSent = () =>
  new Refusal(
    503,
    "SMS_NOT_SENT",
    "We could not send the text message. Nothing was counted: please try again.",
    { retryAfterSeconds: 1 },
  );

export const smsNeverSent = (retryAfterSeconds: number) =>
  new Refusal(
    503,
    "SMS_NOT_SENT",
    "Too many text messages to this number could not be sent. Please try again later.",
    { retryAfterSeconds },
  );

export const databaseAway = () =>
  new Refusal(
    503,
    "TRY_AGAIN",
    "We can't reach our records just now. Please try again in a moment.",
    {
      retryAfterSeconds: 2,
    },
  );
