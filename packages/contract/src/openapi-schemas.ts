import * as z from "zod/mini";
import { errorAnswer } from "./call.ts";

/** As much of JSON Schema (draft 2020-12) as the document's builder looks into. */
export interface JsonSchema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly unknown[];
}

/**
 * Turns the contract's schemas into those of an OpenAPI document. What is registered under an
 * id (`Payout`, `Money`, …) is collected as a component, once, and referred to.
 */
export function schemaBook() {
  const components = new Map<string, unknown>();

  function write(schema: z.ZodMiniType, io: "input" | "output"): JsonSchema {
    const {
      $defs = {},
      $schema: _,
      ...rest
    } = z.toJSONSchema(schema, {
      io,
      target: "draft-2020-12",
      override: ({ jsonSchema }) => tidy(jsonSchema),
    });
    for (const [id, definition] of Object.entries($defs)) components.set(id, pointed(definition));
    return pointed(rest) as JsonSchema;
  }

  return {
    request: (schema: z.ZodMiniType) => write(schema, "input"),
    answer: (schema: z.ZodMiniType) => write(schema, "output"),
    error: () => write(errorAnswer, "output"),
    components: () => Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Leaves out what a reader does not need: a format says it already, or it is always so. */
function tidy(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.format === "uuid" || schema.format === "email") delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.pattern === String.raw`^\d{4}-\d{2}-\d{2}$`) {
    schema.format = "date";
    delete schema.pattern;
  }
  if (schema.pattern !== undefined && schema.minLength === 1) delete schema.minLength;
  // An answer may get more fields in a later version; a client that refuses them would break.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
}

/** The same with its references pointing to the document's components. */
function pointed(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
