import pg from "pg";
import { findSuperuser } from "../../apps/server/src/database/embedded/start-embedded-postgres.ts";
import type { StressCase } from "./run-case.ts";

/** Other clients take every connection that PostgreSQL has left. */
export const connectionsTaken: StressCase = {
  key: "connections",
  name: "other clients take all connections",
  goal: { atLeast: 0.8 },
  async begin({ url }) {
    const clients: pg.Client[] = [];
    for (;;) {
      const client = new pg.Client({ connectionString: url });
      client.on("error", () => undefined);
      try {
        await client.connect();
      } catch {
        break;
      }
      clients.push(client);
    }
    return async () => {
      await Promise.all(clients.map((client) => client.end()));
      return `${clients.length} other connections, then "too many clients"`;
    };
  },
};

/** Each commit waits as for a slow disk: PostgreSQL's own delay before it writes the log. */
export const slowDisk: StressCase = {
  key: "slow_disk",
  name: "each commit takes 100 ms longer",
  goal: undefined,
  async begin({ dataDir }) {
    const set = async (delayMicros: number) => {
      const client = new pg.Client({ connectionString: (await findSuperuser(dataDir)).url });
      await client.connect();
      await client.query(`alter system set commit_delay = ${delayMicros}`);
      await client.query("alter system set commit_siblings = 0");
      await client.query("select pg_reload_conf()");
      await client.end();
    };
    await set(100_000);
    return async () => {
      await set(0);
      return "commit_delay = 100 ms";
    };
  },
};
