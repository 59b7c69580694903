import { t } from "../language.ts";
import { ApiError } from "./api-error.ts";

/** The signature that the server asks for, and what it signs in words. */
export interface AskedSignature {
  readonly id: string;
  readonly summary: string;
}

export interface Signature {
  readonly token: string;
  /** True for several items or steps, each of which the token signs once. */
  readonly isBatch: boolean;
}

/** Asks the person to sign; undefined if they cancel. */
type AskSignature = (asked: AskedSignature) => Promise<Signature | undefined>;

let askSignature: AskSignature | undefined;
/** The last signature of a batch by path: it also signs the items that failed, and later steps. */
const batches = new Map<string, string>();
let lastAsked: Promise<unknown> = Promise.resolve();

/** Sets how people are asked: the dialog stands on a floor above. */
export function setSigner(ask: AskSignature): void {
  askSignature = ask;
}

/**
 * Sends a request that needs a signature again, with the person's.
 * @throws {ApiError} 403 if the person cancels, and as the request.
 */
export async function sendSigned<T>(
  refusal: ApiError,
  path: string,
  resend: (token: string) => Promise<T>,
): Promise<T> {
  const known = batches.get(path);
  batches.delete(path);
  if (known !== undefined) {
    try {
      const answer = await resend(known);
      batches.set(path, known);
      return answer;
    } catch (error) {
      if (!(error instanceof ApiError) || !error.stepUp) throw error;
    }
  }
  const { stepUp } = refusal;
  const signature = stepUp && (await inTurn(() => askSignature?.(stepUp)));
  if (!signature) {
    const { status, code } = refusal;
    throw new ApiError({ status, code, message: t`Not signed. Nothing changed.` });
  }
  if (signature.isBatch) batches.set(path, signature.token);
  return resend(signature.token);
}

/** One dialog after the other. */
function inTurn<T>(ask: () => Promise<T> | undefined): Promise<T | undefined> {
  const result = lastAsked.then(ask);
  lastAsked = result.catch(() => undefined);
  return result;
}
