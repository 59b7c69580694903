/**
 * The outcome of a call is unknown: a timeout, a cut connection or a 5xx. The money may have moved,
 * so Rokad asks the provider for the transfer's status and never assumes a failure.
 */
export class OutcomeUnknownError extends Error {
  override name = "OutcomeUnknownError";
  /** The time to wait that the provider asks for, if any. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options: ErrorOptions & { retryAfterMs?: number | undefined } = {}) {
    super(message, options);
    this.retryAfterMs = options.retryAfterMs;
  }
}

/**
 * This call certainly moved nothing: no connection was established, or the provider rejected our
 * credentials before it read the request. A first try may then go to the other provider; about an
 * earlier try it says nothing. It extends `OutcomeUnknownError`, the safe default.
 */
export class NotAcceptedError extends OutcomeUnknownError {
  override name = "NotAcceptedError";
}

/** The lease ran out before the call, as in a worker that was stopped for a while. Nothing was sent. */
export class LeaseExpiredError extends NotAcceptedError {
  override name = "LeaseExpiredError";
}

/**
 * Not accepted because of a setting, a key or an allow-list, which only the platform's operator can
 * correct. The message is for the operator; a payer reads `sentenceForPayer`.
 */
export class NotConfiguredError extends NotAcceptedError {
  override name = "NotConfiguredError";
}
