import { stderr, stdout } from "node:process";
import { readSecret } from "./read-secret.ts";
import { runCommand } from "./run-command.ts";

const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
process.once("SIGTERM", () => stop.abort());
// `rokad payouts list | head` ends this program early.
stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  print: (line) => stdout.write(`${line}\n`),
  note: (line) => stderr.write(`${line}\n`),
  readSecret: (question) => readSecret(question, process.stdin, stderr),
  signal: stop.signal,
});
