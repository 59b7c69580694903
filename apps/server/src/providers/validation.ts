import type { Destination } from "./provider.ts";

/** An account and the name that somebody typed for it. */
export interface BankName {
  readonly of: Destination;
  readonly typedName: string;
  /** At most 20 capital letters and digits: the same again for the same question. */
  readonly reference: string;
}

/** What the bank says. `unknown`: it could not be asked or would not tell, which is nobody's fault. */
export interface Validation {
  readonly verdict: "valid" | "invalid" | "unknown";
  /** The name that the bank has for it. */
  readonly nameAtBank?: string;
  /** How well the typed name agrees with it, 0 to 100, where the provider says so itself. */
  readonly matchScore?: number;
  /** Why it is invalid or unknown, as a sentence. */
  readonly reason?: string;
}
