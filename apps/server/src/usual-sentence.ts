import type * as z from "zod/mini";

/**
 * What to say of a wrong field whose rule has no words of its own: in the contract's forms that is
 * a value of another type than any form sends.
 */
export function usualSentence(issue: z.core.$ZodRawIssue): string {
  if (issue.code === "invalid_value") return choices(issue.values);
  if (issue.code !== "invalid_type") return "This is not valid";
  if (issue.input === undefined) return "This is required";
  return `This must be ${kinds[issue.expected] ?? "something else"}`;
}

const kinds: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object with fields",
  record: "an object with fields",
  null: "empty",
};

/** So many can be read as a sentence. */
const choicesTold = 8;

function choices(values: readonly unknown[]): string {
  if (values.length > choicesTold) return "There is no such choice";
  return `This must be ${values.map(String).join(" or ")}`;
}
