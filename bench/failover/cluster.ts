import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import {
  chooseAccount,
  type RunAs,
} from "../../apps/server/src/database/embedded/choose-account.ts";
import { fillIn, ports, postgresPortOf, restPortOf, type Values } from "./configure.ts";
import type { Programs } from "./programs.ts";
import {
  isRunning,
  postgresProcesses,
  signal,
  start,
  stop as stopProcess,
  waitForExit,
} from "./processes.ts";
import { waitFor } from "./wait-for.ts";

const nodeNames = ["one", "two", "three"] as const;
export type NodeName = (typeof nodeNames)[number];

interface Member {
  readonly name: NodeName;
  readonly role: string;
  readonly state: string;
}

/** Three PostgreSQL servers under Patroni, behind HAProxy and PgBouncer, all on loopback. */
export class Cluster {
  readonly #programs: Programs;
  readonly #scratch: string;
  readonly #runAs: RunAs;
  readonly #secret = randomBytes(16).toString("hex");
  readonly #others: ChildProcess[] = [];
  readonly #patronis = new Map<NodeName, ChildProcess>();

  constructor(programs: Programs, scratch: string) {
    this.#programs = programs;
    this.#scratch = scratch;
    this.#runAs = chooseAccount(scratch);
  }

  /** The URLs for Rokad. Payouts use the pooler; sessions bypass it. */
  get urls() {
    const url = (port: number) => `postgres://rokad:${this.#secret}@127.0.0.1:${port}/rokad`;
    return {
      pooled: url(ports.pgbouncer),
      session: url(ports.primary),
      replica: url(ports.replica),
    };
  }

  async startUp(): Promise<void> {
    const { etcd, haproxy, pgbouncer } = this.#programs;
    await this.#createFolder(this.#scratch);
    const etcdFile = await this.#configure("etcd.yml", "etcd.yml");
    this.#startOther("etcd", etcd, ["--config-file", etcdFile]);
    // The first server creates the cluster; the others copy it.
    await this.startNode("one");
    await waitFor(90, "the first server becomes the primary", () => this.leader());
    await Promise.all([this.startNode("two"), this.startNode("three")]);
    await this.waitUntilWhole();
    await this.#createDatabase();
    const haproxyFile = await this.#configure("haproxy.cfg", "haproxy.cfg");
    this.#startOther("haproxy", haproxy, ["-db", "-f", haproxyFile]);
    await this.#write("userlist.txt", `"rokad" "${this.#secret}"\n`);
    const pgbouncerFile = await this.#configure("pgbouncer.ini", "pgbouncer.ini");
    this.#startOther("pgbouncer", pgbouncer, [pgbouncerFile]);
    await waitFor(30, "PgBouncer connects to the primary", async () => {
      const client = await this.#connect(this.urls.pooled);
      await client.end();
      return true;
    });
  }

  async startNode(name: NodeName): Promise<void> {
    const number = nodeNames.indexOf(name) + 1;
    const home = join(this.#scratch, name);
    await this.#createFolder(home);
    const file = await this.#configure("patroni.yml", join(name, "patroni.yml"), {
      NAME: name,
      REST_PORT: restPortOf(number),
      POSTGRES_PORT: postgresPortOf(number),
      DATA_DIR: this.#dataDir(name),
      HOME_DIR: home,
    });
    this.#patronis.set(name, this.#startProgram(`${name}/patroni`, this.#programs.patroni, [file]));
  }

  /** The primary according to Patroni, or undefined. */
  async leader(): Promise<NodeName | undefined> {
    const members = await this.#members();
    return members.find(({ role, state }) => role === "leader" && state === "running")?.name;
  }

  /** Waits until all servers run and a replica, synchronous if required, follows the primary. */
  async waitUntilWhole({ synchronous = true } = {}): Promise<void> {
    await waitFor(180, "all three servers are in sync", async () => {
      const members = await this.#members();
      const replicaRole = synchronous ? "sync_standby" : "replica";
      return (
        members.length === nodeNames.length &&
        members.every(({ state }) => state === "running" || state === "streaming") &&
        members.some(({ role }) => role === "leader") &&
        members.some(({ role }) => role === replicaRole) &&
        (await this.#streaming()) === nodeNames.length - 1
      );
    });
  }

  /** Waits for another primary that accepts writes; it holds the leader key some time before. */
  async waitForOtherLeader(old: NodeName): Promise<NodeName> {
    return waitFor(120, "another server is promoted", async () => {
      const leader = await this.leader();
      if (!leader || leader === old) return undefined;
      const client = await this.connectTo(leader);
      try {
        const { rows } = await client.query<{ is_in_recovery: boolean }>(
          "select pg_is_in_recovery() as is_in_recovery",
        );
        return rows[0]?.is_in_recovery === false && leader;
      } finally {
        await client.end();
      }
    });
  }

  async switchOver(from: NodeName): Promise<void> {
    const response = await this.#rest(from, "switchover", "POST", { leader: from });
    if (!response.ok) throw new Error(`The switchover failed: ${await response.text()}`);
  }

  /** Changes the shared configuration, like `patronictl edit-config`. */
  async configureAll(change: object): Promise<void> {
    const leader = await this.leader();
    if (!leader) throw new Error("There is no primary to configure");
    const response = await this.#rest(leader, "config", "PATCH", change);
    if (!response.ok) throw new Error(`The configuration change failed: ${await response.text()}`);
  }

  postgres(name: NodeName): number[] {
    return postgresProcesses(this.#dataDir(name));
  }

  /** Simulates the loss of a machine. Kills Patroni first, so that it can't react. */
  async kill(name: NodeName): Promise<void> {
    const pids = this.#processesOf(name);
    signal(pids, "SIGKILL");
    await waitForExit(pids);
  }

  /** Stops all processes of a machine; `resume` continues them. */
  freeze(name: NodeName): { readonly resume: () => void } {
    const pids = this.#processesOf(name);
    signal(pids, "SIGSTOP");
    return { resume: () => signal(pids, "SIGCONT") };
  }

  /** A direct connection to one server, without HAProxy and PgBouncer. */
  async connectTo(name: NodeName): Promise<pg.Client> {
    const port = postgresPortOf(nodeNames.indexOf(name) + 1);
    return this.#connect(`postgres://postgres:${this.#secret}@127.0.0.1:${port}/postgres`);
  }

  async shutDown(): Promise<void> {
    await Promise.all(this.#others.slice(1).map(stopProcess));
    await Promise.all(nodeNames.map((name) => this.#endNode(name)));
    await Promise.all(this.#others.slice(0, 1).map(stopProcess));
  }

  async #endNode(name: NodeName): Promise<void> {
    const patroni = this.#patronis.get(name);
    signal(this.#processesOf(name), "SIGCONT");
    if (patroni) await stopProcess(patroni);
    const remaining = this.postgres(name);
    signal(remaining, "SIGKILL");
    await waitForExit(remaining);
  }

  /** Kills everything at once, for an interrupted run. */
  killAll(): void {
    for (const name of nodeNames) signal(this.#processesOf(name), "SIGKILL");
    signal(
      this.#others.filter(isRunning).map(({ pid = 0 }) => pid),
      "SIGKILL",
    );
  }

  #processesOf(name: NodeName): number[] {
    const patroni = this.#patronis.get(name);
    const own = patroni?.pid !== undefined && isRunning(patroni) ? [patroni.pid] : [];
    return [...own, ...this.postgres(name)];
  }

  async #createDatabase(): Promise<void> {
    const leader = await this.leader();
    if (!leader) throw new Error("There is no primary");
    const client = await this.connectTo(leader);
    try {
      await client.query(`create role rokad login password '${this.#secret}'`);
      await client.query("create database rokad owner rokad");
      await client.query("create table fenced (number int primary key)");
    } finally {
      await client.end();
    }
  }

  async #members(): Promise<readonly Member[]> {
    for (const name of nodeNames) {
      const response = await this.#rest(name, "cluster").catch(() => undefined);
      if (!response?.ok) continue;
      return ((await response.json()) as { members: Member[] }).members;
    }
    return [];
  }

  async #streaming(): Promise<number> {
    const leader = await this.leader();
    if (!leader) return 0;
    const client = await this.connectTo(leader);
    try {
      const { rows } = await client.query<{ count: number }>(
        "select count(*)::int from pg_stat_replication where state = 'streaming'",
      );
      return rows[0]?.count ?? 0;
    } finally {
      await client.end();
    }
  }

  #rest(name: NodeName, path: string, method = "GET", body?: object): Promise<Response> {
    const port = restPortOf(nodeNames.indexOf(name) + 1);
    return fetch(`http://127.0.0.1:${port}/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(method === "GET" ? 2_000 : 60_000),
    });
  }

  async #connect(connectionString: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
    client.on("error", () => undefined);
    await client.connect();
    return client;
  }

  #dataDir(name: NodeName): string {
    return join(this.#scratch, name, "data");
  }

  #startOther(name: string, program: string, args: readonly string[]): void {
    this.#others.push(this.#startProgram(name, program, args));
  }

  #startProgram(name: string, program: string, args: readonly string[]): ChildProcess {
    const logFile = join(this.#scratch, `${name}.log`);
    return start({ program, args, logFile, runAs: this.#runAs });
  }

  /** Fills in a file of `configuration/`. The documentation shows the same files. */
  async #configure(template: string, to: string, values: Values = {}): Promise<string> {
    const home = { BIN_DIR: this.#programs.postgresBin, HOME_DIR: this.#scratch };
    return this.#write(to, await fillIn(template, this.#secret, { ...home, ...values }));
  }

  async #write(name: string, text: string): Promise<string> {
    const file = join(this.#scratch, name);
    await writeFile(file, text, { mode: 0o600 });
    await this.#chown(file);
    return file;
  }

  async #createFolder(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await this.#chown(folder);
  }

  async #chown(path: string): Promise<void> {
    if (this.#runAs.uid !== undefined && this.#runAs.gid !== undefined)
      await chown(path, this.#runAs.uid, this.#runAs.gid);
  }
}
