import { fork, type ChildProcess } from "node:child_process";
import { log } from "../../kernel/log.ts";
import type { ProcessAnswer, ProcessOrder } from "./file-process.ts";

/** 10 MB take about two seconds. */
const readSecondsMax = 20;
const heapMegabytesMax = 400;
/** Until then a process is used again: loading its modules takes longer than most files. */
const idleSecondsMax = 30;

/** The answer, or which limit the file exceeded. */
type Answer<Result> = ProcessAnswer<Result> | "memory" | "time";

/** Processes without a file, each with the timer that ends it. */
const idle = new Map<ChildProcess, NodeJS.Timeout>();

/** A process that ended or could not be reached, whatever the file is. */
class ProcessFailedError extends Error {}

/**
 * Reads a file in a process with limits on time and memory. A process that exceeded one is not used
 * again. One that fails otherwise, because something outside ended it, is replaced once.
 */
export async function runInProcess<Result>(order: ProcessOrder): Promise<Answer<Result>> {
  try {
    return await runOnce(takeIdle() ?? start(), order);
  } catch (error) {
    if (!(error instanceof ProcessFailedError)) throw error;
    log().warn({ reason: error.message }, "A process that reads files failed and is replaced");
    return runOnce(start(), order);
  }
}

async function runOnce<Result>(child: ChildProcess, order: ProcessOrder): Promise<Answer<Result>> {
  try {
    return (await answerOf(child, order)) as Answer<Result>;
  } finally {
    if (child.connected && !child.killed) keepIdle(child);
  }
}

function start(): ChildProcess {
  const child = fork(new URL("file-process.ts", import.meta.url), {
    serialization: "advanced",
    stdio: "ignore",
    // It reads what strangers wrote, so it gets none of the server's secrets.
    env: {},
    execArgv: [`--max-old-space-size=${heapMegabytesMax}`],
  });
  // An error of an idle process must not end the server; its next order fails.
  return child.on("error", () => undefined);
}

/** The one that was used last, so that those of a busy moment end. */
function takeIdle(): ChildProcess | undefined {
  const last = [...idle].at(-1);
  if (!last) return undefined;
  const [child, timer] = last;
  idle.delete(child);
  clearTimeout(timer);
  child.removeAllListeners("exit");
  child.ref();
  child.channel?.ref();
  return child;
}

/** Neither the process nor its timer keeps the server from ending; without the server it ends too. */
function keepIdle(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  const timer = setTimeout(() => {
    // Before its end is noticed, an order would find it.
    idle.delete(child);
    child.kill("SIGKILL");
  }, idleSecondsMax * 1000);
  idle.set(child, timer.unref());
  child.once("exit", () => {
    clearTimeout(timer);
    idle.delete(child);
  });
}

function answerOf(child: ChildProcess, order: ProcessOrder) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer<unknown>>();
  const timer = setTimeout(() => {
    child.kill("SIGKILL");
    resolve("time");
  }, readSecondsMax * 1000);
  child.once("message", (answer) => resolve(answer as Answer<unknown>));
  const fail = (error: Error) =>
    reject(new ProcessFailedError(`The process that reads files failed: ${error.message}`));
  child.once("error", fail);
  child.once("exit", (code, signal) => {
    // Without memory, V8 aborts, or the system kills.
    if (signal === null)
      reject(new ProcessFailedError(`The process that reads files ended with ${code}.`));
    else resolve("memory");
  });
  child.send(order);
  return promise.finally(() => {
    clearTimeout(timer);
    child.removeAllListeners("message").removeAllListeners("exit").off("error", fail);
  });
}
