import type { ErrorAnswer } from "@rokad/contract/call";
import { t } from "../language.ts";

/** A challenge of the server, and what it confirms in words. */
export type AskedPasskey = NonNullable<ErrorAnswer["error"]["passkey"]>;

/** The server answered with an error. `message` is its sentence for the user; may be empty. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  readonly code: string;
  /** Field name → message, for invalid input. */
  readonly fields: Readonly<Record<string, string>>;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The signature that the request needs. */
  readonly stepUp: { readonly id: string; readonly summary: string } | undefined;
  /** The challenge that a passkey must answer, with the browser's options. */
  readonly passkey: AskedPasskey | undefined;
  /** Repeats a proof whose time differs from the server's. */
  readonly proofNonce: string | null | undefined;

  constructor(answer: {
    status: number;
    code?: string | undefined;
    message?: string | undefined;
    fields?: Record<string, string> | undefined;
    requestId?: string | undefined;
    retryAfterSeconds?: number | undefined;
    stepUp?: { id: string; summary: string } | undefined;
    passkey?: AskedPasskey | undefined;
    proofNonce?: string | null;
  }) {
    super(answer.message ?? "");
    this.status = answer.status;
    this.code = answer.code ?? "UNKNOWN";
    this.fields = answer.fields ?? {};
    this.requestId = answer.requestId;
    this.retryAfterSeconds = answer.retryAfterSeconds;
    this.stepUp = answer.stepUp;
    this.passkey = answer.passkey;
    this.proofNonce = answer.proofNonce;
  }
}

/** No response: offline, timed out or disconnected. The server may have received the request. */
export class NoAnswerError extends Error {
  override name = "NoAnswerError";
}

/** The server's message, or the fallback. */
export function messageOf(error: unknown, fallback = t`Something went wrong`): string {
  return error instanceof ApiError && error.message ? error.message : fallback;
}
