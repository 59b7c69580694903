import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { Cluster, NodeName } from "./cluster.ts";
import { signal, titled } from "./processes.ts";

/** What happens to the primary, and what of it must be seen. */
export interface Scenario {
  readonly name: string;
  readonly what: string;
  /** Without it a commit is acknowledged before the second server has it. */
  readonly synchronous: boolean;
  /** Does it, and comes back when another server is the primary. @returns what it saw, for people. */
  readonly disturb: (cluster: Cluster, primary: NodeName) => Promise<string>;
}

const cutMs = 1_500;

export const scenarios: readonly Scenario[] = [
  {
    name: "switchover",
    what: "a planned switchover",
    synchronous: true,
    async disturb(cluster, primary) {
      await cluster.switchOver(primary);
      return `${await cluster.otherLeader(primary)} took over from ${primary}`;
    },
  },
  {
    name: "kill",
    what: "the primary and its Patroni killed with SIGKILL",
    synchronous: true,
    async disturb(cluster, primary) {
      await cluster.kill(primary);
      const next = await cluster.otherLeader(primary);
      await cluster.startNode(primary);
      return `${next} took over from ${primary}, which came back as a replica`;
    },
  },
  {
    name: "freeze",
    what: "the primary frozen, and let go on later",
    synchronous: true,
    disturb: freeze,
  },
  {
    name: "cut",
    what: "the primary cut off from its replicas, waiting commits cancelled by hand, then killed",
    synchronous: true,
    disturb: cut,
  },
  {
    name: "asynchronous",
    what: "the same cut without synchronous replication, which must lose something",
    synchronous: false,
    disturb: cut,
  },
];

/**
 * A server that was away thinks that it is the primary still; nobody may be told yes by it that the
 * primary in the end does not know of. That may be itself: when it goes on in the middle of renewing
 * its key, Patroni takes the key back from whoever took over.
 */
async function freeze(cluster: Cluster, primary: NodeName): Promise<string> {
  // Somebody who goes round HAProxy, and was in the middle of something.
  const writer = await cluster.straightTo(primary);
  await writer.query("begin");
  await writer.query("insert into fenced values (1)");
  const { thaw } = cluster.freeze(primary);
  const next = await cluster.otherLeader(primary);
  const commit = writer.query("commit").then(
    () => "acknowledged",
    () => "refused",
  );
  thaw();
  const told = await Promise.race([commit, pause(30_000, "never answered")]);
  await writer.end().catch(() => undefined);
  await cluster.whole();
  const last = await cluster.leader();
  if (!last) throw new Error("There is no primary");
  const kept = await ask(await cluster.straightTo(last), "select from fenced where number = 1");
  if (told === "acknowledged" && kept === 0)
    throw new Error(
      `${primary} acknowledged a commit that ${last}, the primary by then, does not have`,
    );
  const ending = last === next ? "" : `, and ${last} is the primary in the end`;
  return `${next} took over from ${primary}, whose last commit was ${told} when it went on${ending}`;
}

/** The line between the servers breaks first: what is committed now stays on the primary alone. */
async function cut(cluster: Cluster, primary: NodeName): Promise<string> {
  const senders = titled(cluster.postgres(primary), "walsender");
  signal(senders, "SIGSTOP");
  const admin = await cluster.straightTo(primary);
  const until = performance.now() + cutMs;
  let cancelled = 0;
  // An operator who sees commits that hang ends them. PostgreSQL then says yes to each.
  while (performance.now() < until) {
    cancelled += await ask(
      admin,
      "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'",
      { keep: true },
    );
    await pause(100);
  }
  await cluster.kill(primary);
  const next = await cluster.otherLeader(primary);
  await cluster.startNode(primary);
  return `${next} took over from ${primary}; ${cancelled} waiting commits were cancelled`;
}

async function ask(client: pg.Client, text: string, { keep = false } = {}): Promise<number> {
  try {
    return (await client.query(text)).rowCount ?? 0;
  } finally {
    if (!keep) await client.end();
  }
}
