import { once } from "node:events";
import { freshDatabase } from "../apps/server/test/fresh-database.ts";
import { Rokad } from "./rokad.ts";
import { startServer } from "./start-server.ts";

/** What a worker's journeys of one file run against. */
export interface World {
  readonly file: string;
  readonly rokad: Rokad;
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Starts the program on a copy of the demo's database. On the port of the worker's last world the
 * browser finds the console in its cache, compiled.
 */
export async function openWorld(
  file: string,
  { workerIndex, onPort }: { workerIndex: number; onPort: number | undefined },
): Promise<World> {
  const database = await freshDatabase();
  const { server, origin, port } = await startServer(database.url, onPort);
  return {
    file,
    rokad: new Rokad(origin, database.url, workerIndex),
    port,
    async close() {
      const gone = once(server, "exit");
      // Nothing of it is needed any more; a graceful stop takes half a second.
      server.kill("SIGKILL");
      await gone;
      await database.drop();
    },
  };
}
