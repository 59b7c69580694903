import { parseArgs } from "node:util";
import { RokadError } from "@rokad/sdk";
import type { Command } from "./command.ts";
import { commands } from "./commands.ts";
import { type ExitCode, exitCodeOf, exitCodes, UsageError } from "./exit-codes.ts";
import type { Io } from "./io.ts";

/** Runs what was typed after `rokad`. */
export async function runCommand(words: readonly string[], io: Io): Promise<ExitCode> {
  const isJson = words.includes("--json");
  const command = findCommand(words);
  try {
    if (!command || words.includes("--help")) {
      const isAsked = words.length === 0 || words.includes("--help") || words[0] === "help";
      if (!isAsked) throw new UsageError(`There is no command ${words.slice(0, 2).join(" ")}`);
      for (const line of command ? helpOf(command) : overview()) io.print(line);
      return exitCodes.done;
    }
    const { options, args } = parse(command, words.slice(command.name.split(" ").length));
    return (await command.run({ io, args, options, isJson })) ?? exitCodes.done;
  } catch (error) {
    if (io.signal.aborted) return command?.isEndless ? exitCodes.done : exitCodes.interrupted;
    const code = exitCodeOf(error);
    if (code === undefined) throw error;
    io.note(isJson ? JSON.stringify(jsonOf(error as Error)) : textOf(error as Error));
    return code;
  }
}

function findCommand(words: readonly string[]): Command | undefined {
  return commands.find(({ name }) => {
    const typed = words.slice(0, name.split(" ").length);
    return typed.join(" ") === name;
  });
}

function parse({ options = {} }: Command, words: readonly string[]) {
  const known = Object.entries(options).map(
    ([name, { value }]) => [name, { type: value ? "string" : "boolean" }] as const,
  );
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: { ...Object.fromEntries(known), json: { type: "boolean" } },
      allowPositionals: true,
    });
    return { options: values as Record<string, string | boolean | undefined>, args: positionals };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function overview(): string[] {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    "rokad <command> [--json] [--help]",
    "",
    ...commands.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`),
  ];
}

function helpOf({ name, takes, about, options = {} }: Command): string[] {
  const rows = Object.entries({ ...options, json: { about: "JSON instead of text" } }).map(
    ([option, { value, about: meaning }]: [string, { value?: string; about: string }]) =>
      [`--${option}${value ? ` <${value}>` : ""}`, meaning] as const,
  );
  const width = Math.max(...rows.map(([left]) => left.length));
  return [
    `rokad ${name}${takes ? ` ${takes}` : ""}`,
    about,
    "",
    ...rows.map(([left, meaning]) => `  ${left.padEnd(width)}  ${meaning}`),
  ];
}

function textOf(error: Error): string {
  if (!(error instanceof RokadError)) return error.message;
  const fields = Object.entries(error.fields).map(([name, text]) => `\n  ${name}: ${text}`);
  const request = error.requestId ? `\n  request: ${error.requestId}` : "";
  return `${error.message}${fields.join("")}${request}`;
}

function jsonOf(error: Error): object {
  if (!(error instanceof RokadError)) return { code: error.name, message: error.message };
  const { code, status, requestId, fields, isRetryable } = error;
  const message = error.message.slice(`${code}: `.length);
  return { code, message, status, request_id: requestId, fields, is_retryable: isRetryable };
}
