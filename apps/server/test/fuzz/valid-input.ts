import * as z from "zod/mini";
import type { SeededRandom } from "../../src/kernel/seeded-random.ts";
import { closedEndpoint } from "./programs.ts";
import { anyJson, textMatching } from "./random-values.ts";

/** The part of JSON Schema that the contract's inputs use. */
export interface Shape {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  /** The shapes of the names and values of a map. */
  readonly propertyNames?: Shape;
  readonly additionalProperties?: Shape | boolean;
  readonly items?: Shape;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
}

const shapes = new WeakMap<z.ZodMiniType, Shape>();

/** The JSON Schema of a contract input. */
export function shapeOf(schema: z.ZodMiniType): Shape {
  const cached = shapes.get(schema);
  if (cached) return cached;
  const shape = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape;
  shapes.set(schema, shape);
  return shape;
}

/** Picks an existing id for a field or path parameter of this name. */
export type FindId = (random: SeededRandom, name: string) => string;

/**
 * A value that matches the shape, ordinary or on a boundary. Rules outside the shape, such as the
 * order of two days, may still reject it.
 */
export function validValue(
  shape: Shape,
  name: string,
  random: SeededRandom,
  findId: FindId,
): unknown {
  const choices = shape.oneOf ?? shape.anyOf;
  if (choices) return validValue(random.pick(choices), name, random, findId);
  if (shape.allOf) {
    return Object.assign(
      {},
      ...shape.allOf.map((part) => validValue(part, name, random, findId)),
    ) as unknown;
  }
  if ("const" in shape) return shape.const;
  if (shape.enum) return random.pick(shape.enum);
  if (shape.type === "object") return validObject(shape, random, findId);
  if (shape.type === "array") return validList(shape, name, random, findId);
  if (shape.type === "string") return validText(shape, name, random, findId);
  if (shape.type === "integer" || shape.type === "number") return validNumber(shape, random);
  if (shape.type === "boolean") return random.chance(0.5);
  return shape.type === "null" ? null : anyJson(random);
}

function validList(shape: Shape, name: string, random: SeededRandom, findId: FindId): unknown[] {
  const least = shape.minItems ?? 0;
  const length = random.between(least, Math.min(shape.maxItems ?? 4, least + 3));
  const item = name.replace(/s$/, "");
  return Array.from({ length }, () => validValue(shape.items ?? {}, item, random, findId));
}

function validObject(shape: Shape, random: SeededRandom, findId: FindId): Record<string, unknown> {
  const required = new Set(shape.required);
  const value: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(shape.properties ?? {})) {
    if (required.has(name) || random.chance(0.5))
      value[name] = validValue(field, name, random, findId);
  }
  const { propertyNames, additionalProperties: values } = shape;
  if (!propertyNames || typeof values !== "object") return value;
  for (let left = random.between(0, 3); left > 0; left -= 1)
    value[validText(propertyNames, "", random, findId)] = validValue(values, "", random, findId);
  return value;
}

function validNumber({ type, minimum = 0, maximum = 1_000 }: Shape, random: SeededRandom): number {
  const ends = [minimum, Math.min(maximum, minimum + 1), maximum];
  if (random.chance(0.3)) return random.pick(ends);
  const whole = random.between(minimum, Math.min(maximum, minimum + 5_000));
  return type === "number" && random.chance(0.3) ? whole + 0.25 : whole;
}

function validText(shape: Shape, name: string, random: SeededRandom, findId: FindId): string {
  if (shape.format === "uuid") return findId(random, name);
  if (shape.format === "email" || name === "email") return `${word(random)}@example.com`;
  if (shape.format === "date-time") return new Date(random.between(0, 2e12)).toISOString();
  const text = textsByField[name]?.(random);
  if (text !== undefined) return text;
  if (shape.pattern === String.raw`^\d{4}-\d{2}-\d{2}$`) return recentDay(random);
  if (shape.pattern?.startsWith("^[6-9]")) return anyMobile(random);
  if (shape.pattern && !shape.pattern.includes("(?=")) return textMatching(random, shape.pattern);
  const least = Math.max(shape.minLength ?? 0, 1);
  const length = random.pick([least, least + 5, Math.min(shape.maxLength ?? 40, 300)]);
  return Array.from({ length }, () => random.pick(letters)).join("");
}

const letters = [..."abcdefghij  ABCÄé₹ñअ0123456789.,-'&"];
const word = (random: SeededRandom) =>
  Array.from({ length: 6 }, () => random.pick([..."abcdefgh"])).join("");
const digits = (random: SeededRandom, count: number) =>
  Array.from({ length: count }, () => random.between(0, 9)).join("");
const anyMobile = (random: SeededRandom) => `9${digits(random, 9)}`;

function recentDay(random: SeededRandom): string {
  const day = random.chance(0.1) ? random.between(0, 20_000) : random.between(20_000, 20_750);
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

/** Fields whose name says more about their text than their shape. */
const textsByField: Readonly<Record<string, (random: SeededRandom) => string>> = {
  beneficiary_name: (random) => random.pick(["Asha Rao", "Zoë D'Souza", word(random)]),
  mobile: anyMobile,
  phone: anyMobile,
  otp: (random) => digits(random, 6),
  password: (random) => `Right-horse-${digits(random, 3)}`,
  ifsc_code: (random) => random.pick(["HDFC0000001", "SBIN0000001", "hdfc0000060", "ABCD0XYZ123"]),
  code: (random) => random.pick(["HDFC0000001", "SBIN0000300", "ABCD0XYZ123"]),
  upi_id: (random) => random.pick(["asha@okhdfc", "failure@upi", "slowfail@upi", "a.b-c@kotak811"]),
  account_number: (random) => digits(random, random.pick([9, 12, 18])),
  utr_reference: (random) => `FZ${digits(random, random.pick([10, 12, 20]))}`,
  gstin: () => "27AAPFU0939F1ZV",
  pan: () => "ABCPD1234E",
  utr: (random) => random.pick(["", `FZ${digits(random, 10)}`]),
  provider: (random) => random.pick(["sandbox", "razorpayx", "cashfree"]),
  adapter: (random) => random.pick(["sandbox", "razorpayx", "cashfree", "nobody"]),
  url: (random) =>
    random.pick([closedEndpoint, "https://10.0.0.1/", "https://[::1]/", "http://2130706433:9/"]),
  file_name: (random) => random.pick(["july.csv", "july.xlsx", "../../july.csv"]),
  content: (random) => Buffer.from(statement(random)).toString("base64"),
};

function statement(random: SeededRandom): string {
  const lines = Array.from(
    { length: random.between(1, 20) },
    () =>
      `0${random.between(1, 9)}/07/2026,UPI-${digits(random, 12)}-ASHA,${random.between(1, 99_999)}.50,`,
  );
  return ["Date,Narration,Deposit Amt.,Withdrawal Amt.", ...lines].join("\n");
}
