import type { IncomingHttpHeaders } from "node:http";
import type { TransferUpdate } from "./transfer.ts";
import type { Chargeback, IncomingCredit } from "./virtual-accounts.ts";

/** A call to our webhook address that is not verified yet. */
export interface WebhookRequest {
  readonly headers: IncomingHttpHeaders;
  /** The raw bytes, because signatures cover them. */
  readonly rawBody: Buffer;
}

/** Identifies an event whose signature is valid. */
export interface VerifiedWebhook {
  /** The same in every delivery of the event. */
  readonly eventId: string;
  /** The provider's name of the event, such as `payout.processed`. */
  readonly kind: string;
  /**
   * Why a first delivery of this event is too late, by its signed time; absent when it is in time. A
   * repeat of a stored event is accepted at any age, because it changes nothing.
   */
  readonly tooOld?: string;
}

/** The content of an event. `other`: it concerns nothing that we store. */
export type WebhookEvent =
  | { readonly about: "transfer"; readonly update: TransferUpdate }
  | { readonly about: "credit"; readonly credit: IncomingCredit }
  | { readonly about: "chargeback"; readonly chargeback: Chargeback }
  | { readonly about: "other" };

/**
 * The call is not from the provider, too old or malformed; the message says which. Messages are
 * fixed texts of the adapter and contain nothing of the request.
 */
export class WebhookRejectedError extends Error {
  override name = "WebhookRejectedError";
}

/** The provider-specific part of our webhook endpoint. */
export interface WebhookEndpoint {
  /**
   * Verifies the signature over the raw body, with any of the secrets.
   * @throws {WebhookRejectedError} when it is not valid.
   * @throws {MissingCredentialError} while the secret is not set.
   */
  verify(request: WebhookRequest): Promise<VerifiedWebhook>;
  /**
   * Parses a verified event. Pure: calls nothing and stores nothing.
   * @throws when the body is not as the provider documents it.
   */
  read(rawBody: Buffer): readonly WebhookEvent[];
}
