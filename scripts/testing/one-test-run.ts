import { once } from "node:events";
import { connect, createServer, type Server } from "node:net";
import { ROOT } from "../run-command.ts";

/** On loopback: the process that listens here is the machine's one test run, until it exits. */
const PORT = 47_931;
export const GREETING = "Rokad test run";

/**
 * Waits until no other test run of any checkout is in progress on this machine, and says so in one
 * line: two at once on two cores take three times as long. The turn ends with this process.
 * @returns what holds the turn; undefined if the port belongs to another program.
 */
export async function waitForTurn(port = PORT, say = console.log): Promise<Server | undefined> {
  for (let isReported = false; ;) {
    const server = await listen(port);
    if (server) return server;
    const greeting = await waitForOther(port, (other) => {
      if (!isReported) say(`Waiting for another test run on this machine: ${other}`);
      isReported = true;
    });
    // Without any, the other run may have ended meanwhile; a port that stays taken is not a test run.
    if (!greeting) return listen(port);
  }
}

/** @returns undefined if the port is taken. */
async function listen(port: number): Promise<Server | undefined> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.write(`${GREETING}, process ${process.pid} in ${ROOT}`);
  });
  server.listen(port, "127.0.0.1").unref();
  try {
    await once(server, "listening");
    return server;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") return undefined;
    throw error;
  }
}

/** Waits for the end of the run that listens. @returns its greeting; "" if it gives none. */
async function waitForOther(port: number, report: (greeting: string) => void): Promise<string> {
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  let greeting = "";
  const timeout = setTimeout(() => socket.destroy(), 5_000);
  socket.on("error", () => undefined);
  socket.on("data", (text: string) => {
    clearTimeout(timeout);
    if (!text.startsWith(GREETING)) return void socket.destroy();
    greeting = text;
    report(text);
  });
  await once(socket, "close");
  clearTimeout(timeout);
  return greeting;
}
