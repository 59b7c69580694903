import type * as z from "zod/mini";

/**
 * The message for an invalid field whose rule has none, for instance a value of a wrong type, which
 * no form sends.
 */
export function defaultValidationMessage(issue: z.core.$ZodRawIssue): string {
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

/** More choices would not be readable in one sentence. */
const listedChoicesMax = 8;

function choices(values: readonly unknown[]): string {
  if (values.length > listedChoicesMax) return "There is no such choice";
  return `This must be ${values.map(String).join(" or ")}`;
}
