import { Rokad } from "@rokad/sdk";
import { type ExitCode, UsageError } from "./exit-codes.ts";
import type { Io } from "./io.ts";
import { readLogin } from "./login-file.ts";

/** An option of a command: `--amount <rupees>`, or a switch without a value. */
export interface Option {
  readonly value?: string;
  readonly about: string;
}

export interface Command {
  /** As it is typed after `rokad`. */
  readonly name: string;
  /** What follows the name, such as `<id>`. */
  readonly takes?: string;
  readonly about: string;
  readonly options?: Readonly<Record<string, Option>>;
  /** It goes on until Ctrl-C, which is then its usual end. */
  readonly isEndless?: true;
  readonly run: (call: CommandCall) => Promise<ExitCode | void>;
}

/** A command as it was typed. */
export interface CommandCall {
  readonly io: Io;
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  /** Whether to print JSON instead of text. */
  readonly isJson: boolean;
}

/** The API for the person's key. */
export async function connect({ io }: CommandCall): Promise<Rokad> {
  const login = await readLogin(io);
  try {
    return new Rokad(login);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** The value of an option, if it was given. */
export function optionOf({ options }: CommandCall, name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
}

/** @throws {UsageError} without it. */
export function requiredOption(call: CommandCall, name: string): string {
  const value = optionOf(call, name);
  if (!value) throw new UsageError(`--${name} is missing`);
  return value;
}

/** @throws {UsageError} for anything but a whole number from `least` on. */
export function numberOption(call: CommandCall, name: string, least: number): number | undefined {
  const text = optionOf(call, name);
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!/^\d{1,15}$/.test(text) || number < least)
    throw new UsageError(`--${name} must be a whole number from ${least} on`);
  return number;
}

/** The only argument. @throws {UsageError} without it, or with others. */
export function onlyArgument({ args }: CommandCall, what: string): string {
  const [first, ...others] = args;
  if (!first || others.length > 0) throw new UsageError(`Name exactly one ${what}`);
  return first;
}
