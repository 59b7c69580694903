import type { Call } from "@rokad/contract/call";
import { hmac } from "../../kernel/app-secret.ts";
import { ownerIdOf, type Person } from "../../kernel/person.ts";
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
  /** The digest of the item with this id; undefined if the request has none. */
  readonly digestOf: (id: string) => Buffer | undefined;
  /** True if later requests with other steps have the same signature. */
  readonly hasSteps: boolean;
}

/** @returns undefined if the request takes no signature. */
export function signedContent(
  call: Call,
  { person, ...input }: SignedInput & { readonly person: Person },
): SignedContent | undefined {
  const { stepUp } = call;
  if (!stepUp || !("signs" in stepUp)) return undefined;
  const { params, query } = input;
  const body = (input.body ?? {}) as Readonly<Record<string, unknown>>;
  const digestOf = (signedBody: unknown) =>
    // The business too: a session can switch to another one of the person's.
    keyed(
      digest({ call: call.name, of: ownerIdOf(person), params, query, body: signedBody }).toString(
        "hex",
      ),
    );
  if (stepUp.signs === "request") {
    if (stepUp.unless?.(body as never)) return undefined;
    const whole = digestOf(body);
    return { digest: whole, items: [whole], digestOf: () => undefined, hasSteps: false };
  }
  const { [stepUp.field]: field, ...others } = body;
  const common = digestOf(others);
  const values = Array.isArray(field) ? field : [field ?? null];
  const digests = new Map(
    values.map((value) => [idOf(value), keyed(common.toString("hex"), JSON.stringify(value))]),
  );
  return {
    digest: common,
    items: [...digests.values()],
    digestOf: (id) => digests.get(id),
    hasSteps: stepUp.signs === "steps",
  };
}

/** An item is an id, or an object with one, such as a request and the hash of its content. */
export function idOf(item: unknown): string {
  const hasId = typeof item === "object" && item !== null && "id" in item;
  return String(hasId ? item.id : item);
}

function keyed(...parts: string[]): Buffer {
  return hmac("one-time-code", "step-up", ...parts);
}
