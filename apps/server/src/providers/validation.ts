import type { Destination } from "./transfer.ts";

/** An account and the holder name that a person typed. */
export interface ValidationRequest {
  readonly destination: Destination;
  readonly typedName: string;
  /** At most 20 capital letters and digits; the same for a repeat of the same request. */
  readonly reference: string;
}

/** The bank's answer. `unknown`: the bank was unavailable or does not answer such requests. */
export interface Validation {
  readonly verdict: "valid" | "invalid" | "unknown";
  /** The account holder's name at the bank. */
  readonly nameAtBank?: string;
  /** How well the typed name matches, 0 to 100, if the provider reports a score. */
  readonly matchScore?: number;
  /** Why the account is invalid or unknown, as a sentence. */
  readonly reason?: string;
}
