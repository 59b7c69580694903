/**
 * What people type wrongly, field by field, with the sentence that the specification has for it.
 * The browser says it under the field; the server says the same in `fields` when bypassed.
 * ../rubbish.e2e.ts holds both to this one table.
 */

export interface Typed {
  /** What is typed, and sent to the server as it is. */
  readonly typed: string;
  /** The sentence; none for what is right. */
  readonly says?: string | undefined;
  /** What the browser leaves in the field, where it lets only some characters through … */
  readonly kept?: string;
  /** … and what it says of that; null for nothing. As `says` unless told. */
  readonly keptSays?: string | null;
  /** At once instead of key by key, where that makes a difference. */
  readonly pasted?: true;
  /** What the server is sent instead of the text, such as a number. */
  readonly sent?: unknown;
}

export interface FieldRules {
  /** The field's name in the call. */
  readonly name: string;
  /** What it is called on the page; none for a field that no page has (yet). */
  readonly label?: string;
  readonly cases: readonly Typed[];
  /** What only a program could send. */
  readonly sent?: readonly (readonly [value: unknown, says: string | undefined])[];
}

export const wrong = (typed: string, says: string): Typed => ({ typed, says });
export const right = (typed: string): Typed => ({ typed });
/** The browser's field takes only what is `kept`, and that is right; the server refuses the whole. */
export const corrected = (typed: string, kept: string, says?: string): Typed => ({
  typed,
  says,
  kept,
  keptSays: null,
});
export const stripped = (typed: string, kept: string, keptSays: string, says: string): Typed => ({
  typed,
  says,
  kept,
  keptSays,
});
/** A field that can be left out by a program and left empty by a person. */
export const required = (says: string, rest: Omit<FieldRules, "sent">): FieldRules => ({
  ...rest,
  cases: [...rest.cases, wrong("", says)],
  sent: [[undefined, says]],
});

export const long = (chars: number) => "a".repeat(chars);
