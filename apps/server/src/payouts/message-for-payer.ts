import { NotConfiguredError, OutcomeUnknownError } from "../kernel/outbound-errors.ts";
import { redactSecrets } from "../kernel/redact-secrets.ts";

/**
 * What a payout's timeline says about a call without an answer. Missing or wrong settings concern
 * the platform's staff, so the payer only reads that the provider is not set up.
 */
export function messageForPayer(error: Error): string {
  const isSetupError =
    error instanceof NotConfiguredError || error.cause instanceof NotConfiguredError;
  return error instanceof OutcomeUnknownError && !isSetupError
    ? redactSecrets(error.message)
    : "The provider is not set up";
}
