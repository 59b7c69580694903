import type { SignedSummary } from "../../http/with-signature.ts";
import type { Person } from "../../kernel/person.ts";

/** How a person proves that they agree to a content: by a code or a passkey. */
export interface SignatureMethod {
  /**
   * Asks the person for a proof over exactly this content.
   * @param content its keyed digest.
   * @param text what a text with a code names.
   */
  begin(
    person: Person,
    content: Buffer,
    text?: SignedSummary["text"],
  ): Promise<{ resend_after_seconds: number }>;
  /** @throws an `ApiError` unless `proof` is the person's, unused, and over exactly this content. */
  verify(person: Person, content: Buffer, proof: string): Promise<void>;
}
