import * as z from "zod/mini";
import { errorAnswer } from "./call.ts";
import { errorCodes, type ErrorCode } from "./error-codes.ts";

/** The part of JSON Schema (draft 2020-12) that the builder of the API document reads. */
export interface JsonSchema {
  readonly $ref?: string;
  /** Several for a nullable text or number. */
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly required?: readonly string[];
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
}

const errorCode = z
  .enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]])
  .register(z.globalRegistry, {
    id: "ErrorCode",
    description: "Later versions may add codes: handle an unknown one by its HTTP status.",
  });

const documentedError = z
  .object({ ...errorAnswer.shape, error: z.extend(errorAnswer.shape.error, { code: errorCode }) })
  .register(z.globalRegistry, { id: "Error" });

const prefix = "#/components/schemas/";

/**
 * Converts the contract's schemas to those of an OpenAPI document. A schema with an id (`Payout`,
 * `Money`, …) becomes a component, and the others refer to it.
 */
export function schemaBook() {
  const components = new Map<string, JsonSchema>();

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
    for (const [id, definition] of Object.entries($defs)) add(id, pointed(definition));
    return pointed(rest);
  }

  function add(id: string, definition: JsonSchema): JsonSchema {
    const other = components.get(id);
    if (other && JSON.stringify(other) !== JSON.stringify(definition))
      throw new Error(`Two schemas have the id ${id}`);
    components.set(id, definition);
    return { $ref: prefix + id };
  }

  return {
    request: (schema: z.ZodMiniType) => write(schema, "input"),
    /** A reference to the component that describes a body. */
    body: (id: string, schema: z.ZodMiniType) => add(id, write(schema, "input")),
    answer: (schema: z.ZodMiniType) => write(schema, "output"),
    error: () => write(z.object({ error: documentedError }), "output").properties?.["error"] ?? {},
    /** The schema behind a reference, or the schema itself. */
    resolve: (schema: JsonSchema) =>
      (schema.$ref && components.get(schema.$ref.slice(prefix.length))) || schema,
    components: () => Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}
export type SchemaBook = ReturnType<typeof schemaBook>;

/** Removes what a reader does not need because the format or the type already says it. */
function tidy(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.format === "uuid" || schema.format === "email") delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.pattern === String.raw`^\d{4}-\d{2}-\d{2}$`) {
    schema.format = "date";
    delete schema.pattern;
  }
  if (schema.pattern !== undefined && schema.minLength === 1) delete schema.minLength;
  // A later version may add fields to an answer; a client that rejects them would break.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
}

/** The same schema with its references pointing to the document's components. */
function pointed(value: unknown): JsonSchema {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', `"${prefix}`)) as JsonSchema;
}
