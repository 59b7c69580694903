// `npm run test:recovery` follows "Restore any moment with pgBackRest" of docs/operations/backup.md by its own
// blocks: a payout, a moment, another payout, a mistake, and back to that moment. Exit code 2: PostgreSQL or
// pgBackRest is missing.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { chooseAccount } from "../../apps/server/src/database/embedded/choose-account.ts";
import { freePort, payOnce, report, waitUntilReady } from "../release/try-installation.ts";
import { ROOT } from "../run-command.ts";

const binaries = "/usr/lib/postgresql/15/bin";
const packages = {
  postgresql: spawnSync(join(binaries, "postgres"), ["--version"]),
  pgbackrest: spawnSync("pgbackrest", ["version"]),
};
/** As the guide writes it, in Indian time. */
const nextSecond =
  "select to_char(clock_timestamp() at time zone 'Asia/Kolkata' + interval '1 second', 'YYYY-MM-DD HH24:MI:SS') || '+05:30'";
const tableCount = "select count(*) from pg_class where oid = to_regclass('beneficiaries')";

const settingsOf = (url: string) => ({
  PATH: process.env["PATH"],
  DATABASE_URL: url,
  APP_SECRET: "a secret that only this recovery knows",
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
});

const missing = Object.entries(packages).flatMap(([name, { status }]) =>
  status === 0 ? [] : [name],
);
if (missing.length > 0) {
  const command = `apt-get install ${missing.join(" ")}`;
  console.error(`The recovery was NOT tested: ${command} (Debian 12) installs what it needs.`);
  process.exitCode = 2;
} else {
  await tryRecovery();
}

async function tryRecovery(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "recovery-"));
  const account = chooseAccount(folder);
  const own = account.uid === undefined ? {} : { uid: account.uid, gid: account.gid ?? 0 };
  const folders = { data: "data", repository: "repository", scratch: "scratch" };
  for (const name of ["", ...Object.values(folders)]) {
    mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
    if (own.uid !== undefined) chownSync(join(folder, name), own.uid, own.gid);
  }
  const data = join(folder, folders.data);
  const scratch = join(folder, folders.scratch);
  const port = await freePort();
  const [config = "", settings = "", create = "", backUp = "", restore = "", wait = ""] =
    blocks().map((block) =>
      block
        .replaceAll("/var/lib/postgresql/15/main", data)
        .replaceAll("/var/lib/pgbackrest", join(folder, folders.repository)),
    );
  const configFile = join(folder, "pgbackrest.conf");
  writeFileSync(configFile, config);
  // What a server of Debian has at its usual places.
  const env = {
    PATH: `${binaries}:/usr/bin:/bin`,
    PGBACKREST_CONFIG: configFile,
    PGBACKREST_LOG_PATH: scratch,
    PGBACKREST_LOCK_PATH: scratch,
    PGBACKREST_SPOOL_PATH: scratch,
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_SOCKET_PATH: scratch,
    PGBACKREST_PG1_USER: "rokad",
    PGHOST: scratch,
    PGPORT: String(port),
    PGUSER: "rokad",
  };
  /** Runs a block as the account of PostgreSQL. @returns what it printed. */
  const run = (block: string): string => {
    const options = { ...own, env, cwd: scratch, encoding: "utf8" } as const;
    const { status, stdout, stderr } = spawnSync("sh", ["-ec", block], options);
    if (status !== 0) throw new Error(`${block}\n${stdout}${stderr}`);
    return stdout.trim();
  };
  const start = () => run(`pg_ctl --pgdata=${data} --log=${join(scratch, "log")} --wait start`);
  const stop = () => run(`pg_ctl --pgdata=${data} --mode=fast --wait stop`);

  run(`initdb --pgdata=${data} --username=rokad --auth=trust --data-checksums`);
  const address = `port = ${port}\nunix_socket_directories = '${scratch}'\n`;
  run(`cat >> ${join(data, "postgresql.conf")} <<'END'\n${address}${settings}END`);
  start();
  try {
    run("createdb rokad");
    const url = `postgres://rokad@127.0.0.1:${port}/rokad`;
    run(create);
    report("the repository gets the log", true);
    const { first, moment, second } = await withServer(url, async (server) => {
      run(backUp);
      report("a full backup", true);
      const paid = await payOnce(server);
      const at = await query(url, nextSecond);
      // The next payout is later than the second that is kept.
      await pause(2_500);
      return { first: paid, moment: at, second: await payOnce(server, "9000000003") };
    });
    await query(url, "drop table beneficiaries cascade");
    stop();
    run(restore.replace(/--target="[^"]*"/, `--target="${moment}"`));
    start();
    const end = Date.now() + 60_000;
    while (run(wait) !== "f") {
      if (Date.now() > end) throw new Error("The recovery does not end");
      await pause(500);
    }
    report(`back at ${moment}`, true);
    const count = (id: string) => query(url, `select count(*) from payouts where id = '${id}'`);
    report("the payout before it is there", (await count(first)) === "1");
    report("the payout after it is not", (await count(second)) === "0");
    report("the dropped table is back", (await query(url, tableCount)) === "1");
    report("the books are verified", admin(url, "verify"));
    await withServer(url, async () => report("the server starts", true));
    run(backUp);
    report("a full backup of the new timeline", true);
  } catch (error) {
    console.error(readFileSync(join(scratch, "log"), "utf8").slice(-4_000));
    throw error;
  } finally {
    spawnSync(join(binaries, "pg_ctl"), [`--pgdata=${data}`, "--mode=fast", "stop"], own);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The code blocks of the section, in their order. */
function blocks(): string[] {
  const text = readFileSync(join(ROOT, "docs/operations/backup.md"), "utf8");
  const [, section = ""] = /^## Restore any moment[^\n]*\n([\s\S]*?)^## /m.exec(text) ?? [];
  return [...section.matchAll(/^ {3}```\w+\n([\s\S]*?)^ {3}```$/gm)].map(([, code = ""]) =>
    code.replaceAll(/^ {3}/gm, ""),
  );
}

/** The value of a query's only column, as text. */
async function query(url: string, text: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query({ text, rowMode: "array" });
    const [value] = (rows[0] ?? []) as unknown[];
    return String(value);
  } finally {
    await client.end();
  }
}

function admin(url: string, command: string): boolean {
  const main = join(ROOT, "apps/server/src/main.ts");
  const options = { env: settingsOf(url), stdio: "inherit" } as const;
  return spawnSync(process.execPath, [main, "admin", command], options).status === 0;
}

/** A server of the demo while `work` runs, which gets its port. */
async function withServer<T>(url: string, work: (port: number) => Promise<T>): Promise<T> {
  const port = await freePort();
  const env = { ...settingsOf(url), PORT: String(port), HOST: "127.0.0.1", LOG_LEVEL: "warn" };
  const main = join(ROOT, "apps/server/src/main.ts");
  const server = spawn(process.execPath, [main], { env, stdio: ["ignore", "ignore", "inherit"] });
  try {
    await waitUntilReady(port, () => server.exitCode);
    return await work(port);
  } finally {
    server.kill("SIGTERM");
    if (server.exitCode === null) await once(server, "exit");
  }
}
