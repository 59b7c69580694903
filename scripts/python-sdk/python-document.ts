import { programDocument, type ApiDocument } from "../../packages/sdk/build/program-document.ts";

type Json = string | number | boolean | null | readonly Json[] | JsonObject;
interface JsonObject {
  readonly [key: string]: Json;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly schema: {
    readonly type?: string;
    readonly format?: string;
    readonly enum?: readonly string[];
  };
}

export interface PythonOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: {
    readonly content: { readonly "application/json": { readonly schema: { $ref: string } } };
  };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly content: Readonly<
          Record<string, { readonly schema?: { readonly $ref?: string } }>
        >;
      }
    >
  >;
}

export interface PythonDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, PythonOperation>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

/** The calls of API keys and only their schemas, in the form from which the Python types are written. */
export function pythonDocument(document: ApiDocument): PythonDocument {
  const program = programDocument(document) as unknown as JsonObject;
  const all = program["components"] as JsonObject;
  const schemas = all["schemas"] as JsonObject;
  const named: Record<string, Json> = {};
  const queue = referencesIn(program["paths"] ?? null);
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (name in named) continue;
    const variants: Record<string, Json> = {};
    named[name] = nameVariants(exactNumbers(schemas[name] ?? null), name, variants);
    Object.assign(named, variants);
    queue.push(...referencesIn(schemas[name] ?? null));
  }
  const sorted = Object.fromEntries(
    Object.entries(named).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
  return {
    ...program,
    paths: exactNumbers(program["paths"] ?? null),
    components: { parameters: all["parameters"], schemas: sorted },
  } as unknown as PythonDocument;
}

/** The schemas that a value refers to. */
function referencesIn(value: Json): string[] {
  return [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name = ""]) => name,
  );
}

/** A number with decimals is a `Decimal` or an `int`, never a float. */
function exactNumbers(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return value.map(exactNumbers);
  const { type, ...rest } = value;
  const kinds = new Set([type ?? []].flat());
  if (!kinds.has("number")) return mapValues(value, exactNumbers);
  const { description } = rest;
  const exact = [{ type: "integer" }, { type: "number", format: "decimal" }];
  const isNullable = kinds.has("null");
  return {
    ...(description !== undefined && { description }),
    anyOf: isNullable ? [...exact, { type: "null" }] : exact,
  };
}

/**
 * Gives each shape of a payout its own name, such as `CreatePayoutRequestUpi`: the generator would number
 * them.
 */
function nameVariants(value: Json, name: string, variants: Record<string, Json>): Json {
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return value.map((item) => nameVariants(item, name, variants));
  const { oneOf } = value;
  if (oneOf === undefined || !isList(oneOf))
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const isProperty = !schemaWords.has(key);
        return [key, nameVariants(inner, isProperty ? name + pascalCase(key) : name, variants)];
      }),
    );
  const references = oneOf.map((shape) => {
    const { method } = (shape as { properties: Record<string, { const: string }> }).properties;
    const own = `${name}${pascalCase(method?.const ?? "")}`;
    if (own in variants || own === name) throw new Error(`${name}: a shape has no name of its own`);
    variants[own] = shape;
    return { $ref: `#/components/schemas/${own}` };
  });
  return { ...value, oneOf: references };
}

/** Keys of a schema that do not name a property. */
const schemaWords = new Set(["properties", "items", "anyOf", "allOf", "additionalProperties"]);

/** `payout_id` and `createPayout` become `PayoutId` and `CreatePayout`. */
export function pascalCase(text: string): string {
  return text.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function mapValues(value: JsonObject, change: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(inner)]));
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
