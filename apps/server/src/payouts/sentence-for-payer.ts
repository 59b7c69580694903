import { NotSetUpError, OutcomeUnknownError } from "../providers/provider.ts";
import { withoutSecrets } from "../providers/without-secrets.ts";

/**
 * What a payout's timeline says of a call that brought no answer. Which settings are missing or
 * wrong is for who runs the platform: the payer reads only that it is so.
 */
export function sentenceForPayer(why: Error): string {
  const isOurs = why instanceof NotSetUpError || why.cause instanceof NotSetUpError;
  return why instanceof OutcomeUnknownError && !isOurs
    ? withoutSecrets(why.message)
    : "It is not set up just now";
}
