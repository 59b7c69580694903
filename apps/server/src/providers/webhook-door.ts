import type { IncomingHttpHeaders } from "node:http";
import type { Notice } from "./provider.ts";
import type { IncomingCredit } from "./virtual-accounts.ts";

/** A call to our webhook address, before anybody has believed it. */
export interface WebhookRequest {
  readonly headers: IncomingHttpHeaders;
  /** As it came: signatures are over these very bytes. */
  readonly rawBody: Buffer;
}

/** What an event is known by once its signature holds. */
export interface VerifiedWebhook {
  /** The same each time that the provider tells of the same happening. */
  readonly eventId: string;
  /** The provider's own word for what happened, such as `payout.processed`. */
  readonly kind: string;
}

/** What an event says. `other`: it is about nothing that we keep. */
export type Happening =
  | { readonly about: "transfer"; readonly notice: Notice }
  | { readonly about: "credit"; readonly credit: IncomingCredit }
  | { readonly about: "other" };

/**
 * It is not from the provider, or too old or broken to be believed; the sentence says which.
 * The sentence is one of a few that stand in the adapter, with nothing of the request in it.
 */
export class WebhookRefusedError extends Error {
  override name = "WebhookRefusedError";
}

/** How a provider calls us. */
export interface WebhookDoor {
  /**
   * Whether it is the provider's word: signature over the raw body, with any of the secrets.
   * @throws {WebhookRefusedError} when it is not.
   * @throws {MissingCredentialError} while nobody has set the secret.
   */
  verify(request: WebhookRequest): Promise<VerifiedWebhook>;
  /**
   * What a verified event says. Pure: nothing is asked and nothing kept.
   * @throws when the body is not as the provider documents it.
   */
  read(rawBody: Buffer): readonly Happening[];
}
