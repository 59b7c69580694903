import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { chooseAccount, type RunAs } from "../../apps/server/src/postgres/run-as.ts";
import { fillIn, ports, postgresPortOf, restPortOf, type Values } from "./configure.ts";
import type { Programs } from "./programs.ts";
import { end, isRunning, postgresProcesses, signal, start, untilGone } from "./processes.ts";
import { within } from "./within.ts";

const nodeNames = ["one", "two", "three"] as const;
export type NodeName = (typeof nodeNames)[number];

interface Member {
  readonly name: NodeName;
  readonly role: string;
  readonly state: string;
}

/** Three PostgreSQL servers under Patroni, HAProxy and PgBouncer before them, all on loopback. */
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

  /** What Rokad is given. Payouts go through the pooler, sessions round it. */
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
    await this.#makeFolder(this.#scratch);
    const etcdFile = await this.#configure("etcd.yml", "etcd.yml");
    this.#startOther("etcd", etcd, ["--config-file", etcdFile]);
    // The first makes the cluster, the others copy it.
    await this.startNode("one");
    await within(90, "the first server becomes the primary", () => this.leader());
    await Promise.all([this.startNode("two"), this.startNode("three")]);
    await this.whole();
    await this.#makeDatabase();
    const haproxyFile = await this.#configure("haproxy.cfg", "haproxy.cfg");
    this.#startOther("haproxy", haproxy, ["-db", "-f", haproxyFile]);
    await this.#write("userlist.txt", `"rokad" "${this.#secret}"\n`);
    const pgbouncerFile = await this.#configure("pgbouncer.ini", "pgbouncer.ini");
    this.#startOther("pgbouncer", pgbouncer, [pgbouncerFile]);
    await within(30, "PgBouncer leads to the primary", async () => {
      const client = await this.#connect(this.urls.pooled);
      await client.end();
      return true;
    });
  }

  async startNode(name: NodeName): Promise<void> {
    const number = nodeNames.indexOf(name) + 1;
    const home = join(this.#scratch, name);
    await this.#makeFolder(home);
    const file = await this.#configure("patroni.yml", join(name, "patroni.yml"), {
      NAME: name,
      REST_PORT: restPortOf(number),
      POSTGRES_PORT: postgresPortOf(number),
      DATA_DIR: this.#dataDir(name),
      HOME_DIR: home,
    });
    this.#patronis.set(name, this.#start(`${name}/patroni`, this.#programs.patroni, [file]));
  }

  /** Who Patroni says is the primary; undefined while there is none. */
  async leader(): Promise<NodeName | undefined> {
    const members = await this.#members();
    return members.find(({ role, state }) => role === "leader" && state === "running")?.name;
  }

  /** Waits until all three are there, and one of them has everything that the primary has. */
  async whole({ synchronous = true } = {}): Promise<void> {
    await within(180, "all three servers are in step", async () => {
      const members = await this.#members();
      const follows = synchronous ? "sync_standby" : "replica";
      return (
        members.length === nodeNames.length &&
        members.every(({ state }) => state === "running" || state === "streaming") &&
        members.some(({ role }) => role === "leader") &&
        members.some(({ role }) => role === follows) &&
        (await this.#streaming()) === nodeNames.length - 1
      );
    });
  }

  /** Waits until another than this one is the primary, and takes writes: it has the key a little before. */
  async otherLeader(old: NodeName): Promise<NodeName> {
    return within(120, "another server is promoted", async () => {
      const leader = await this.leader();
      if (!leader || leader === old) return undefined;
      const client = await this.straightTo(leader);
      try {
        const { rows } = await client.query<{ waits: boolean }>(
          "select pg_is_in_recovery() as waits",
        );
        return rows[0]?.waits === false && leader;
      } finally {
        await client.end();
      }
    });
  }

  async switchOver(from: NodeName): Promise<void> {
    const answer = await this.#rest(from, "switchover", "POST", { leader: from });
    if (!answer.ok) throw new Error(`No switchover: ${await answer.text()}`);
  }

  /** Changes what is kept for all servers, as `patronictl edit-config` does. */
  async configureAll(change: object): Promise<void> {
    const leader = await this.leader();
    if (!leader) throw new Error("There is no primary to configure");
    const answer = await this.#rest(leader, "config", "PATCH", change);
    if (!answer.ok) throw new Error(`Not configured: ${await answer.text()}`);
  }

  postgres(name: NodeName): number[] {
    return postgresProcesses(this.#dataDir(name));
  }

  /** The machine is gone from one moment to the next: Patroni first, so that it helps nobody. */
  async kill(name: NodeName): Promise<void> {
    const pids = this.#everything(name);
    signal(pids, "SIGKILL");
    await untilGone(pids);
  }

  /** The machine stands still, and goes on later as if nothing had been. */
  freeze(name: NodeName): { readonly thaw: () => void } {
    const pids = this.#everything(name);
    signal(pids, "SIGSTOP");
    return { thaw: () => signal(pids, "SIGCONT") };
  }

  /** A connection round HAProxy and PgBouncer, straight to one server. */
  async straightTo(name: NodeName): Promise<pg.Client> {
    const port = postgresPortOf(nodeNames.indexOf(name) + 1);
    return this.#connect(`postgres://postgres:${this.#secret}@127.0.0.1:${port}/postgres`);
  }

  async shutDown(): Promise<void> {
    await Promise.all(this.#others.slice(1).map(end));
    await Promise.all(nodeNames.map((name) => this.#endNode(name)));
    await Promise.all(this.#others.slice(0, 1).map(end));
  }

  async #endNode(name: NodeName): Promise<void> {
    const patroni = this.#patronis.get(name);
    signal(this.#everything(name), "SIGCONT");
    if (patroni) await end(patroni);
    const left = this.postgres(name);
    signal(left, "SIGKILL");
    await untilGone(left);
  }

  /** At once, for a program that is told to end. */
  abandon(): void {
    for (const name of nodeNames) signal(this.#everything(name), "SIGKILL");
    signal(
      this.#others.filter(isRunning).map(({ pid = 0 }) => pid),
      "SIGKILL",
    );
  }

  #everything(name: NodeName): number[] {
    const patroni = this.#patronis.get(name);
    const mine = patroni?.pid !== undefined && isRunning(patroni) ? [patroni.pid] : [];
    return [...mine, ...this.postgres(name)];
  }

  async #makeDatabase(): Promise<void> {
    const leader = await this.leader();
    if (!leader) throw new Error("There is no primary");
    const client = await this.straightTo(leader);
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
      const answer = await this.#rest(name, "cluster").catch(() => undefined);
      if (!answer?.ok) continue;
      return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  }

  async #streaming(): Promise<number> {
    const leader = await this.leader();
    if (!leader) return 0;
    const client = await this.straightTo(leader);
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
    this.#others.push(this.#start(name, program, args));
  }

  #start(name: string, program: string, args: readonly string[]): ChildProcess {
    const logFile = join(this.#scratch, `${name}.log`);
    return start({ program, args, logFile, runAs: this.#runAs });
  }

  /** Fills in one of the files in `configuration/`, which are those that the documentation shows. */
  async #configure(template: string, to: string, values: Values = {}): Promise<string> {
    const home = { BIN_DIR: this.#programs.postgresBin, HOME_DIR: this.#scratch };
    return this.#write(to, await fillIn(template, this.#secret, { ...home, ...values }));
  }

  async #write(name: string, text: string): Promise<string> {
    const file = join(this.#scratch, name);
    await writeFile(file, text, { mode: 0o600 });
    await this.#own(file);
    return file;
  }

  async #makeFolder(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await this.#own(folder);
  }

  async #own(path: string): Promise<void> {
    if (this.#runAs.uid !== undefined && this.#runAs.gid !== undefined)
      await chown(path, this.#runAs.uid, this.#runAs.gid);
  }
}
