import { RokadError } from "@rokad/sdk";

/** What a script can rely on; docs/integrate/cli.md lists them. */
export const exitCodes = {
  done: 0,
  /** Rokad refused the request, or a check of `doctor` failed. */
  refused: 1,
  /** The command was typed wrong. */
  usage: 2,
  /** No login, or the key is invalid or lacks a permission. */
  notAllowed: 3,
  /** No answer, or a temporary error: the same command can succeed later. */
  temporary: 4,
  /** The payout was created and has failed or was cancelled; of a batch, at least one row. */
  payoutFailed: 5,
  /** The payout was created and has no outcome yet. */
  payoutOpen: 6,
  /** Ctrl-C, before the command was done. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The command was typed wrong; the message says what is. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** There is no address or key to use. */
export class LoginMissingError extends Error {
  override readonly name = "LoginMissingError";
}

/** The exit code for an error; undefined for a fault of this program. */
export function exitCodeOf(error: unknown): ExitCode | undefined {
  if (error instanceof UsageError) return exitCodes.usage;
  if (error instanceof LoginMissingError) return exitCodes.notAllowed;
  if (!(error instanceof RokadError)) return undefined;
  if (error.isRetryable) return exitCodes.temporary;
  return error.status === 401 || error.status === 403 ? exitCodes.notAllowed : exitCodes.refused;
}
