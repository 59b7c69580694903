import { execFile } from "node:child_process";
import { promisify } from "node:util";

interface PgbenchRun {
  readonly url: string;
  /** The path of the transaction's script, in which `:name` is a variable. */
  readonly script: string;
  readonly seconds: number;
  readonly variables?: Readonly<Record<string, number>>;
}

export const pgbenchClients = 16;

/**
 * Runs a transaction on 16 connections with prepared statements.
 * @returns transactions per second.
 * @throws if pgbench is missing or a statement fails.
 */
export async function runPgbench({ url, script, seconds, variables = {} }: PgbenchRun) {
  const { stdout } = await promisify(execFile)("pgbench", [
    "--no-vacuum",
    "--protocol=prepared",
    `--client=${pgbenchClients}`,
    "--jobs=1",
    `--time=${seconds}`,
    ...Object.entries(variables).map(([name, value]) => `--define=${name}=${value}`),
    `--file=${script}`,
    url,
  ]);
  const rate = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (!rate) throw new Error(`pgbench printed no rate:\n${stdout}`);
  return Number(rate);
}
