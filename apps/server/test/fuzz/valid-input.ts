import * as z from "zod/mini";
import type { Dice } from "./dice.ts";

/** As much of JSON Schema as the contract's inputs are written in. */
export interface Shape {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
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

/** What a schema of the contract takes. */
export function shapeOf(schema: z.ZodMiniType): Shape {
  const found = shapes.get(schema);
  if (found) return found;
  const made = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape;
  shapes.set(schema, made);
  return made;
}

/** Ids that exist, for whoever asks for one by the name of its field or address. */
export type FindId = (dice: Dice, name: string) => string;

/**
 * A value that the shape takes: ordinary ones and those on the boundary. Rules that no shape can
 * tell, such as the order of two days, may still refuse it.
 */
export function validValue(shape: Shape, name: string, dice: Dice, findId: FindId): unknown {
  const choices = shape.oneOf ?? shape.anyOf;
  if (choices) return validValue(dice.one(choices), name, dice, findId);
  if (shape.allOf) {
    return Object.assign(
      {},
      ...shape.allOf.map((part) => validValue(part, name, dice, findId)),
    ) as unknown;
  }
  if ("const" in shape) return shape.const;
  if (shape.enum) return dice.one(shape.enum);
  if (shape.type === "object") return validObject(shape, dice, findId);
  if (shape.type === "array") return validList(shape, name, dice, findId);
  if (shape.type === "string") return validText(shape, name, dice, findId);
  if (shape.type === "integer" || shape.type === "number") return validNumber(shape, dice);
  if (shape.type === "boolean") return dice.chance(0.5);
  return shape.type === "null" ? null : dice.anyJson();
}

function validList(shape: Shape, name: string, dice: Dice, findId: FindId): unknown[] {
  const least = shape.minItems ?? 0;
  const length = dice.whole(least, Math.min(shape.maxItems ?? 4, least + 3));
  const item = name.replace(/s$/, "");
  return Array.from({ length }, () => validValue(shape.items ?? {}, item, dice, findId));
}

function validObject(shape: Shape, dice: Dice, findId: FindId): Record<string, unknown> {
  const required = new Set(shape.required);
  const made: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(shape.properties ?? {})) {
    if (required.has(name) || dice.chance(0.5)) made[name] = validValue(field, name, dice, findId);
  }
  return made;
}

function validNumber({ type, minimum = 0, maximum = 1_000 }: Shape, dice: Dice): number {
  const ends = [minimum, Math.min(maximum, minimum + 1), maximum];
  if (dice.chance(0.3)) return dice.one(ends);
  const whole = dice.whole(minimum, Math.min(maximum, minimum + 5_000));
  return type === "number" && dice.chance(0.3) ? whole + 0.25 : whole;
}

function validText(shape: Shape, name: string, dice: Dice, findId: FindId): string {
  if (shape.format === "uuid") return findId(dice, name);
  if (shape.format === "email" || name === "email") return `${word(dice)}@example.com`;
  if (shape.format === "date-time") return new Date(dice.whole(0, 2e12)).toISOString();
  const made = texts[name]?.(dice);
  if (made !== undefined) return made;
  if (shape.pattern === String.raw`^\d{4}-\d{2}-\d{2}$`) return recentDay(dice);
  if (shape.pattern?.startsWith("^[6-9]")) return someMobile(dice);
  if (shape.pattern && !shape.pattern.includes("(?=")) return dice.matching(shape.pattern);
  const least = Math.max(shape.minLength ?? 0, 1);
  const length = dice.one([least, least + 5, Math.min(shape.maxLength ?? 40, 300)]);
  return Array.from({ length }, () => dice.one(letters)).join("");
}

const letters = [..."abcdefghij  ABCÄé₹ñअ0123456789.,-'&"];
const word = (dice: Dice) => Array.from({ length: 6 }, () => dice.one([..."abcdefgh"])).join("");
const digits = (dice: Dice, count: number) =>
  Array.from({ length: count }, () => dice.whole(0, 9)).join("");
const someMobile = (dice: Dice) => `9${digits(dice, 9)}`;

function recentDay(dice: Dice): string {
  const day = dice.chance(0.1) ? dice.whole(0, 20_000) : dice.whole(20_000, 20_750);
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

/** Texts whose field says more of them than their shape. */
const texts: Readonly<Record<string, (dice: Dice) => string>> = {
  mobile: someMobile,
  phone: someMobile,
  otp: (dice) => digits(dice, 6),
  password: (dice) => `Right-horse-${digits(dice, 3)}`,
  ifsc_code: (dice) => dice.one(["HDFC0000001", "SBIN0000001", "hdfc0000060", "ABCD0XYZ123"]),
  code: (dice) => dice.one(["HDFC0000001", "SBIN0000300", "ABCD0XYZ123"]),
  upi_id: (dice) => dice.one(["asha@okhdfc", "failure@upi", "slowfail@upi", "a.b-c@kotak811"]),
  account_number: (dice) => digits(dice, dice.one([9, 12, 18])),
  utr_reference: (dice) => `FZ${digits(dice, dice.one([10, 12, 20]))}`,
  utr: (dice) => dice.one(["", `FZ${digits(dice, 10)}`]),
  provider: (dice) => dice.one(["sandbox", "razorpayx", "cashfree"]),
  adapter: (dice) => dice.one(["sandbox", "razorpayx", "cashfree", "nobody"]),
  file_name: (dice) => dice.one(["july.csv", "july.xlsx", "../../july.csv"]),
  content: (dice) => Buffer.from(statement(dice)).toString("base64"),
};

function statement(dice: Dice): string {
  const lines = Array.from(
    { length: dice.whole(1, 20) },
    () => `0${dice.whole(1, 9)}/07/2026,UPI-${digits(dice, 12)}-ASHA,${dice.whole(1, 99_999)}.50,`,
  );
  return ["Date,Narration,Deposit Amt.,Withdrawal Amt.", ...lines].join("\n");
}
