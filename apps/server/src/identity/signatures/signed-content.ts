import type { Call } from "@rokad/contract/call";
import { hmac } from "../../kernel/app-secret.ts";
import { digest } from "../../kernel/ids.ts";

/** The valid input of a request. */
export interface SignedInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** What a signature of a request covers. The digests are keyed: a request may hold a password. */
export interface SignedContent {
  /** The call and its input, without the field that tells items or steps apart. */
  readonly digest: Buffer;
  /** One for each item; one for the whole request where it has no items. */
  readonly items: readonly Buffer[];
  /** True if later requests with other steps have the same signature. */
  readonly hasSteps: boolean;
}

/** @returns undefined if the request takes no signature. */
export function signedContent(call: Call, input: SignedInput): SignedContent | undefined {
  const { stepUp } = call;
  if (!stepUp || !("signs" in stepUp) || stepUp.signs === "otp") return undefined;
  const { params, query } = input;
  const body = (input.body ?? {}) as Readonly<Record<string, unknown>>;
  const digestOf = (signedBody: unknown) =>
    keyed(digest({ call: call.name, params, query, body: signedBody }).toString("hex"));
  if (stepUp.signs === "request") {
    const excepted = Object.entries(stepUp.unless ?? {});
    if (excepted.length > 0 && excepted.every(([name, value]) => body[name] === value)) {
      return undefined;
    }
    const whole = digestOf(body);
    return { digest: whole, items: [whole], hasSteps: false };
  }
  const { [stepUp.field]: field, ...others } = body;
  const common = digestOf(others);
  const values = Array.isArray(field) ? new Set<unknown>(field) : [field ?? null];
  const items = [...values].map((value) => keyed(common.toString("hex"), JSON.stringify(value)));
  return { digest: common, items, hasSteps: stepUp.signs === "steps" };
}

/** The digest of an item that an answer names by its id. */
export function itemDigest(content: SignedContent, id: string): Buffer {
  return keyed(content.digest.toString("hex"), JSON.stringify(id));
}

function keyed(...parts: string[]): Buffer {
  return hmac("one-time-code", "step-up", ...parts);
}
