import { createServer } from "node:net";

const portMin = 20_000;
/** Below the ports of outgoing connections, which could take a port during a restart. */
const portMax = 30_000;

/** A free port of 127.0.0.1. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = portMin + Math.floor(Math.random() * (portMax - portMin));
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port between ${portMin} and ${portMax}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
