// `npm run test:chart`: the Helm chart with Helm itself. It renders what people install, validates that with
// Kubernetes' schemas, and refuses values that can't work. Exit code 2: Helm or the validator is missing.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./run-command.ts";

const chart = join(ROOT, "ops/helm/rokad");
/** The oldest one that the chart allows, and the newest one of the validator. */
const kubernetesVersions = ["1.29.0", "1.37.0"];
const address = ["--set", "publicUrl=https://pay.example.in"];
/** How to get each program. kubernetes-validate brings the schemas, so that it needs no network. */
const programs = {
  helm: "go install helm.sh/helm/v3/cmd/helm@v3.22.0",
  "kubernetes-validate": "pip install kubernetes-validate==1.37.0",
};

interface Case {
  readonly values: readonly string[];
  readonly kinds: readonly string[];
  /** Lines that these values change. */
  readonly lines?: readonly string[];
}

const perRole = ["Deployment", "Deployment", "PodDisruptionBudget", "PodDisruptionBudget"];
const cases: readonly Case[] = [
  { values: [], kinds: [...perRole, "Ingress", "Service", "Service"] },
  { values: ["--set", "ingress.enabled=false"], kinds: [...perRole, "Service"] },
  {
    values: ["--set", "ingress.tlsSecret=,ingress.className=", "--set", "worker.replicas=0"],
    kinds: [...perRole, "Ingress", "Service", "Service"],
    lines: ["replicas: 0"],
  },
  {
    values: [
      "--set",
      "ingress.enabled=false,backups.existingClaim=b,caSecret=ca,secret=s,image.pullSecrets={p,q}",
      "--set",
      "secretKeys={DATABASE_URL,APP_SECRET,VAULT_TOKEN,METRICS_TOKEN},podMonitor.enabled=true",
      "--set-json",
      'networkPolicy.from=[{"namespaceSelector":{}}]',
      "--set",
      "nodeSelector.disk=ssd,tolerations[0].operator=Exists,api.replicas=5,startMinutes=60",
      "--set",
      "api.resources.limits.memory=2Gi,podMonitor.labels.release=prometheus",
      "--set-string",
      "settings.SHUTDOWN_SECONDS=60,image.tag=7",
    ],
    kinds: [...perRole, "Service", "NetworkPolicy", "PodMonitor"],
    lines: [
      "terminationGracePeriodSeconds: 70",
      "failureThreshold: 720",
      'image: "rokad:7"',
      "- { name: VAULT_TOKEN_FILE, value: /run/secrets/rokad/VAULT_TOKEN }",
      "- { name: BACKUP_DIR, value: /backups }",
    ],
  },
];

/** Values that must be refused before anything is installed. */
const mistakes: readonly (readonly string[])[] = [
  ["--set", "publicUrl="],
  ["--set", "publicUrl=http://pay.example.in"],
  ["--set", "publicUrl=https://pay.example.in/console"],
  ["--set", "settings.ROLE=all"],
  ["--set", "settings.APP_SECRET=in-the-manifest"],
  ["--set", "settings.PORT=80"],
  ["--set", "api.replicas=0"],
  ["--set", "secretKeys={DATABASE_URL}"],
  ["--set", "secretKeys={DATABASE_URL,APP_SECRET,LOG_LEVEL}"],
  ["--set", "worker.replica=3"],
  ["--set", "podMonitor.enabled=true"],
];

const missing = Object.entries(programs).filter(
  ([name]) => spawnSync(name, [name === "helm" ? "version" : "--version"]).status !== 0,
);
if (missing.length > 0) {
  const texts = missing.map(([name, command]) => `no ${name} (${command})`);
  console.error(`The Helm chart was NOT tested: ${texts.join(", ")}.`);
  process.exitCode = 2;
} else {
  const faults = kubernetesVersions.flatMap((version) => [
    ...cases.flatMap((each) => faultsOf(each, version)),
    ...mistakes
      .filter((values) => helm("template", values, version).status === 0)
      .map((values) => `${values.join(" ")}: accepted`),
  ]);
  for (const fault of faults) console.error(fault);
  if (faults.length === 0) console.log("The Helm chart renders as it should.");
  process.exitCode = faults.length === 0 ? 0 : 1;
}

function faultsOf({ values, kinds, lines = [] }: Case, version: string): string[] {
  const about = `Kubernetes ${version}, ${values.join(" ") || "default values"}`;
  const checked = helm("lint", values, version);
  if (checked.status !== 0) return [`${about}: ${checked.stdout}${checked.stderr}`];
  const { status, stdout, stderr } = helm("template", values, version);
  if (status !== 0) return [`${about}: ${stderr}`];
  const found = [...stdout.matchAll(/^kind: (\w+)$/gm)].map(([, kind = ""]) => kind);
  const has = (line: string) => stdout.split("\n").some((one) => one.trim() === line);
  return [
    ...(found.toSorted().join() === kinds.toSorted().join() ? [] : [`it has ${found.join(", ")}`]),
    ...lines.filter((line) => !has(line)).map((line) => `no ${line}`),
    ...validate(stdout, version),
  ].map((fault) => `${about}: ${fault}`);
}

/** A bare build of Helm takes itself for an old Kubernetes, so that the version is named. */
function helm(command: "lint" | "template", values: readonly string[], version: string) {
  const args = command === "lint" ? ["lint", "--strict", chart] : ["template", "rokad", chart];
  return spawnSync("helm", [...args, "--kube-version", version, ...address, ...values], {
    encoding: "utf8",
  });
}

/** What Kubernetes itself would refuse, unknown fields included. It has no schema for PodMonitor. */
function validate(manifests: string, version: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), "chart-"));
  try {
    const file = join(folder, "manifests.yaml");
    const own = manifests.split(/^---$/m).filter((text) => !text.includes("kind: PodMonitor"));
    writeFileSync(file, own.join("---"));
    const { status, stdout, stderr } = spawnSync(
      "kubernetes-validate",
      ["--strict", "--quiet", "--kubernetes-version", version, file],
      { encoding: "utf8" },
    );
    return status === 0 ? [] : [`${stdout}${stderr}`];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
