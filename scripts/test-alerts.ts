// `npm run test:alerts`: the alert rules against Prometheus' own `promtool`: their syntax, their tests with
// written series, and what `/metrics` answers during real faults. It takes the promtool of the system, or
// unpacks Debian's package into .cache without installing or starting Prometheus. Exit code 2: there is no
// promtool.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { testAlertsByFault } from "./alerts-by-fault.ts";
import { ROOT } from "./run-command.ts";

const unpacked = join(ROOT, ".cache/prometheus");
const rules = join(ROOT, "ops/prometheus");

const promtool = findPromtool() ?? unpackPromtool();
if (promtool === undefined) {
  console.error(
    "The alert rules were NOT tested: no promtool. Install Debian's package prometheus, or run this as root where apt-get works.",
  );
  process.exitCode = 2;
} else {
  const steps = [
    ["check", "rules", "rokad.rules.yml"],
    ["test", "rules", "rokad.rules.test.yml"],
  ];
  const isGood = steps.every(
    (args) => spawnSync(promtool, args, { cwd: rules, stdio: "inherit" }).status === 0,
  );
  process.exitCode = isGood && (await testAlertsByFault(promtool)) ? 0 : 1;
}

function findPromtool(): string | undefined {
  const places = ["promtool", "/usr/bin/promtool", join(unpacked, "usr/bin/promtool")];
  return places.find((place) => spawnSync(place, ["--version"], { stdio: "ignore" }).status === 0);
}

function unpackPromtool(): string | undefined {
  if (process.getuid?.() !== 0) return undefined;
  console.log("No promtool found. Unpacking Debian's package prometheus …");
  rmSync(unpacked, { recursive: true, force: true });
  mkdirSync(unpacked, { recursive: true });
  const run = (command: string, ...args: string[]) =>
    spawnSync(command, args, { cwd: unpacked, stdio: ["ignore", "ignore", "inherit"] }).status ===
    0;
  if (!run("apt-get", "download", "-q", "prometheus")) {
    if (!run("apt-get", "update", "-q") || !run("apt-get", "download", "-q", "prometheus"))
      return undefined;
  }
  const archive = readdirSync(unpacked).find((name) => name.endsWith(".deb"));
  if (archive === undefined || !run("dpkg-deb", "-x", archive, ".")) return undefined;
  const found = join(unpacked, "usr/bin/promtool");
  return existsSync(found) ? found : undefined;
}
