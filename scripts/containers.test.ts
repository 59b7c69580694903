// The guarantee: all packages, the changelog, the guides, compose.yaml and the Helm chart name one version,
// and what the two set is a setting; the chart takes exactly the secrets that a file may hold; compose.yaml
// backs up a migrated database once a day.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { secretNames } from "../apps/server/src/kernel/read-secret-files.ts";
import { listFiles, readText } from "./list-files.ts";

const versionIn = (path: string) => (JSON.parse(readText(path)) as { version: string }).version;
const version = versionIn("package.json");
const compose = readText("compose.yaml");
const names = (text: string, expression: RegExp) =>
  [...text.matchAll(expression)].map(([, name = ""]) => name);

test.for(listFiles().filter((path) => /^(?:apps|packages)\/[\w-]+\/package\.json$/.test(path)))(
  "%s has the version of the repository",
  (path) => {
    expect(versionIn(path)).toBe(version);
  },
);

test("the changelog, the image and the guides name it too", () => {
  expect(names(readText("CHANGELOG.md"), /^## (\S+)/gm)[0]).toBe(version);
  expect(names(compose, /image: rokad:(\S+)/g)).toEqual([version]);
  expect(names(readText("ops/helm/rokad/Chart.yaml"), /^(?:appV|v)ersion: (\S+)/gm)).toEqual([
    version,
    version,
  ]);
  const guides = listFiles(join("docs", "integrate")).map((path) => readText(path));
  const archives = guides.flatMap((guide) => names(guide, /rokad-[a-z]+-([\d.]+)\.tgz/g));
  expect(new Set(archives)).toEqual(new Set([version]));
});

test("what compose.yaml, its example and the Helm chart set is a setting", () => {
  const documented = new Set(names(readText(".env.example"), /^(?:# )?([A-Z][A-Z_]+)=/gm));
  const environment = compose.slice(0, compose.indexOf("\nservices:"));
  const set = [
    ...names(environment, /^ {4}([A-Z_]+):/gm),
    ...names(readText(join("ops", "container", "rokad.env.example")), /^(?:# )?([A-Z_]+)=/gm),
    ...names(readText("ops/helm/rokad/templates/deployments.yaml"), /- \{ name: ([A-Z_]+),/g),
    ...names(readText("ops/helm/rokad/values.yaml"), /\b([A-Z]+_[A-Z_]+)\b/g),
    ...names(readText("docs/operations/kubernetes.md"), /\b([A-Z]+_[A-Z_]+)\b/g),
  ];
  expect(set).toContain("APP_SECRET_FILE");
  const isSetting = (name: string) =>
    documented.has(name) || documented.has(name.replace(/_FILE$/, ""));
  expect(set.filter((name) => !isSetting(name))).toEqual([]);
});

test("the Helm chart mounts every secret that a file may hold, and no other setting", () => {
  const schema = JSON.parse(readText("ops/helm/rokad/values.schema.json")) as {
    definitions: { secretName: { enum: string[] } };
  };
  // The file of Vault's token is a setting of its own.
  expect(schema.definitions.secretName.enum).toEqual([...secretNames, "VAULT_TOKEN"]);
});

test("the Helm chart gives the server more time to end than its own limit", () => {
  const seconds = names(readText(".env.example"), /^SHUTDOWN_SECONDS=(\d+)/gm);
  const deployments = readText("ops/helm/rokad/templates/deployments.yaml");
  const template = /SHUTDOWN_SECONDS \| default "(\d+)" \| int \| add 10/g;
  expect(names(deployments, template)).toEqual(seconds);
});

test("compose.yaml backs up only after a server has migrated", () => {
  const service = compose.slice(compose.indexOf("\n  backup:"), compose.indexOf("\nvolumes:"));
  expect(service).toContain("depends_on:\n      api: { condition: service_healthy }");
});

test("the services of a release can read the folder of the files that settings name", () => {
  const guide = readText("docs/operations/release.md");
  const modes = [...guide.matchAll(/install -d -m (\d+) (\S+)\n/g)].map(([, ...words]) => words);
  expect(modes).toEqual([
    ["711", "/etc/rokad"],
    ["700", "/etc/rokad/secrets"],
  ]);
});

/** The folder of the backups. */
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "rokad-back-up-daily-"));
  writeFileSync(join(folder, "database-password"), "a password");
});
afterAll(() => rmSync(folder, { recursive: true }));

const otherPrograms = "sync() { :; }\nsleep() { echo rests; exec sleep 600; }";

/**
 * Runs the script until it prints `line`, and stops it as its container is stopped.
 * @param dump what runs as pg_dump.
 * @returns its exit code.
 */
async function backUpUntil(line: string, dump: string): Promise<number | null> {
  const script = readText("ops/container/back-up-daily.sh")
    .replaceAll(/\/run\/secrets|\/backups/g, folder)
    .replace("set -eu", () => `set -eu\npg_dump() { ${dump}; }\n${otherPrograms}`);
  const shell = spawn("sh", ["-c", script], {
    // In a group of its own, so that nothing outlives it, as in a container.
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const exit = once(shell, "exit");
  try {
    let printed = "";
    for await (const text of shell.stdout) {
      printed += String(text);
      if (printed.includes(line)) break;
    }
    shell.kill("SIGTERM");
    const [code] = (await exit) as [number | null];
    return code;
  } finally {
    if (shell.pid !== undefined) endGroup(shell.pid);
  }
}

function endGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // Everything has ended.
  }
}

const dumps = () => readdirSync(folder).filter((name) => name.endsWith(".dump"));
const writeDump = 'touch "$(echo "$2" | cut -d= -f2)"';

test("a stop during a dump ends the daily backup at once, and leaves no part of a dump", async () => {
  writeFileSync(join(folder, ".rokad-of-a-killed-container.dump"), "");
  expect(await backUpUntil("dumps", `${writeDump}; echo dumps; exec sleep 600`)).toBe(0);
  expect(dumps()).toEqual([]);
});

test("backs up once a day, however often its container starts, and keeps 14", async () => {
  for (let day = 1; day <= 14; day += 1) {
    const path = join(folder, `rokad-2020-01-${String(day).padStart(2, "0")}T00-00-00Z.dump`);
    writeFileSync(path, "");
    utimesSync(path, day, day);
  }
  expect(await backUpUntil("rests", writeDump)).toBe(0);
  const first = dumps();
  expect(first).toHaveLength(14);
  expect(first).not.toContain("rokad-2020-01-01T00-00-00Z.dump");
  expect(await backUpUntil("rests", writeDump)).toBe(0);
  expect(dumps()).toEqual(first);
});
