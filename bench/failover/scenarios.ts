import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { Cluster, NodeName } from "./cluster.ts";
import { signal, withTitle } from "./processes.ts";

/** A failure of the primary. */
export interface Scenario {
  readonly name: string;
  readonly description: string;
  /** If false, a commit is acknowledged before a second server has it. */
  readonly synchronous: boolean;
  /** Causes the failure and waits for another primary. @returns a sentence about what happened. */
  readonly disturb: (cluster: Cluster, primary: NodeName) => Promise<string>;
}

const cutMs = 1_500;

export const scenarios: readonly Scenario[] = [
  {
    name: "switchover",
    description: "a planned switchover",
    synchronous: true,
    async disturb(cluster, primary) {
      await cluster.switchOver(primary);
      return `${await cluster.waitForOtherLeader(primary)} took over from ${primary}`;
    },
  },
  {
    name: "kill",
    description: "the primary and its Patroni killed with SIGKILL",
    synchronous: true,
    async disturb(cluster, primary) {
      await cluster.kill(primary);
      const next = await cluster.waitForOtherLeader(primary);
      await cluster.startNode(primary);
      return `${next} took over from ${primary}, which came back as a replica`;
    },
  },
  {
    name: "freeze",
    description: "the primary frozen and resumed later",
    synchronous: true,
    disturb: freeze,
  },
  {
    name: "cut",
    description:
      "the primary cut off from its replicas, waiting commits cancelled by hand, then killed",
    synchronous: true,
    disturb: cut,
  },
  {
    name: "asynchronous",
    description: "the same cut without synchronous replication, which must lose payouts",
    synchronous: false,
    disturb: cut,
  },
];

/**
 * A resumed server still believes that it is the primary. It must not acknowledge a commit that the
 * final primary does not have. It may become the final primary itself: if it resumes while it renews
 * its key, Patroni takes the key back from the new primary.
 */
async function freeze(cluster: Cluster, primary: NodeName): Promise<string> {
  // A client that bypasses HAProxy and has an open transaction.
  const writer = await cluster.connectTo(primary);
  await writer.query("begin");
  await writer.query("insert into fenced values (1)");
  const { resume } = cluster.freeze(primary);
  const next = await cluster.waitForOtherLeader(primary);
  const commit = writer.query("commit").then(
    () => "acknowledged",
    () => "rejected",
  );
  resume();
  const outcome = await Promise.race([commit, pause(30_000, "never acknowledged")]);
  await writer.end().catch(() => undefined);
  await cluster.waitUntilWhole();
  const last = await cluster.leader();
  if (!last) throw new Error("There is no primary");
  const rows = await countRows(
    await cluster.connectTo(last),
    "select from fenced where number = 1",
  );
  if (outcome === "acknowledged" && rows === 0)
    throw new Error(
      `${primary} acknowledged a commit that ${last}, the primary by then, does not have`,
    );
  const suffix = last === next ? "" : `, and ${last} is the primary in the end`;
  return `${next} took over from ${primary}, whose last commit was ${outcome} after it resumed${suffix}`;
}

/** Cuts replication first, so that later commits are on the primary only. */
async function cut(cluster: Cluster, primary: NodeName): Promise<string> {
  const senders = withTitle(cluster.postgres(primary), "walsender");
  signal(senders, "SIGSTOP");
  const admin = await cluster.connectTo(primary);
  const endsAt = performance.now() + cutMs;
  let cancelled = 0;
  // An operator cancels the waiting commits; PostgreSQL then acknowledges each of them.
  while (performance.now() < endsAt) {
    cancelled += await countRows(
      admin,
      "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'",
      { keepOpen: true },
    );
    await pause(100);
  }
  await cluster.kill(primary);
  const next = await cluster.waitForOtherLeader(primary);
  await cluster.startNode(primary);
  return `${next} took over from ${primary}; ${cancelled} waiting commits were cancelled`;
}

async function countRows(
  client: pg.Client,
  text: string,
  { keepOpen = false } = {},
): Promise<number> {
  try {
    return (await client.query(text)).rowCount ?? 0;
  } finally {
    if (!keepOpen) await client.end();
  }
}
