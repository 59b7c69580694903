// The guarantee: each alert has its section in the runbook and a test, rules and dashboard ask only for
// metrics and labels that exist, and so do the steps of a runbook for commands, settings and pages.
import { join } from "node:path";
import { expect, test } from "vitest";
import { platformMetrics } from "../apps/server/src/operations/metrics/platform-metrics.ts";
import { processMetrics } from "../apps/server/src/operations/metrics/process-metrics.ts";
import { readText } from "./list-files.ts";

const rules = readText(join("ops", "prometheus", "rokad.rules.yml"));
const ruleTests = readText(join("ops", "prometheus", "rokad.rules.test.yml"));
const dashboard = JSON.parse(readText(join("ops", "grafana", "rokad.json"))) as Dashboard;
const runbook = readText(join("docs", "operations", "alerts.md"));

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets?: { expr: string }[] }[];
}

const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = ""]) => name);
const ruleExpressions = [...rules.matchAll(/expr: (['"])(.+)\1$/gm)].map(
  ([, , expression = ""]) => expression,
);
const expressions = [
  ...ruleExpressions,
  ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
];

/** Labels of every metric; Prometheus adds `instance` and `job` to each. */
const known = new Map<string, readonly string[]>(
  Object.entries({ ...platformMetrics, ...processMetrics }).flatMap(([name, { labels }]) => {
    const all = [...labels, "instance", "job"];
    // The series of a histogram.
    return [
      [name, all],
      [`${name}_bucket`, [...all, "le"]],
      [`${name}_sum`, all],
      [`${name}_count`, all],
    ] as const;
  }),
);

/** Each metric of an expression, with the labels that its selector names. */
function selectorsOf(expression: string) {
  return [...expression.matchAll(/\b((?:rokad|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name = "", matchers = ""]) => ({
      name,
      labels: [...matchers.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, label = ""]) => label),
    }),
  );
}

test("there are alerts, and each is named once", () => {
  expect(alerts.length).toBeGreaterThan(30);
  expect(new Set(alerts).size).toBe(alerts.length);
  expect(ruleExpressions.length).toBe(alerts.length);
  expect(expressions.length).toBeGreaterThan(alerts.length + 30);
});

test("rules and dashboard use only metrics that exist, with their labels", () => {
  const wrong = expressions.flatMap((expression) =>
    selectorsOf(expression).flatMap(({ name, labels }) => {
      const allowed = known.get(name);
      if (!allowed) return [`${name} does not exist`];
      return labels.flatMap((label) =>
        allowed.includes(label) ? [] : [`${name} has no label ${label}`],
      );
    }),
  );
  expect(wrong).toEqual([]);
});

test("what the rules group by is a label of what they select", () => {
  const wrong = ruleExpressions.flatMap((expression) =>
    [...expression.matchAll(/\b(?:max|min|sum) (?:by|without) \(([^)]*)\) \(/g)].flatMap(
      ([, by = ""]) => {
        const labels = new Set(
          selectorsOf(expression).flatMap(({ name }) => known.get(name) ?? []),
        );
        return by.split(", ").filter((label) => !labels.has(label));
      },
    ),
  );
  expect(wrong).toEqual([]);
});

test("each alert has a severity, a runbook section with steps, and a test that sees it fire", () => {
  for (const name of alerts) {
    const rule = rules.split("- alert: ").find((text) => text.startsWith(`${name}\n`)) ?? "";
    expect([name, /severity: (page|ticket)\n/.test(rule)]).toEqual([name, true]);
    expect(rule).toContain(`runbook: docs/operations/alerts.md#${name.toLowerCase()}\n`);
    const section = runbook.split(/^#{2,3} /m).find((text) => text.startsWith(`${name}\n`)) ?? "";
    for (const part of ["**Affected:** ", "\n1. ", "\n2. ", "\n3. ", "**Over when:** "])
      expect([name, part, section.includes(part)]).toEqual([name, part, true]);
    const fired = new RegExp(`alertname: ${name}\\n +exp_alerts:\\n +- exp_labels:`);
    const silent = new RegExp(`alertname: ${name}\\n +exp_alerts: \\[\\]`);
    expect([name, fired.test(ruleTests), silent.test(ruleTests)]).toEqual([name, true, true]);
  }
});

test("the runbook has no section of an alert that does not exist", () => {
  const sections = [...runbook.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
  expect(sections.toSorted()).toEqual(alerts.toSorted());
});

test("the runbook's commands, settings, metrics, and pages exist", () => {
  const steps = runbook.split("\n").filter((line) => /^\d\. /.test(line));
  const namesIn = (pattern: RegExp) =>
    steps.flatMap((step) => [...step.matchAll(pattern)].map(([, name = ""]) => name));
  const wrong = [
    ...missing(namesIn(/`npm run admin -- ([a-z-]+)/g), "apps/server/src/admin-commands.ts", [
      '  "$',
      "  `$",
    ]),
    ...missing(namesIn(/`([A-Z]+_[A-Z_]+)`/g), "apps/server/src/kernel/config.ts", ["  $:"]),
    ...missing(
      namesIn(/\b(?:Open|on) (?:the )?([A-Z][a-z]+(?: [A-Z][a-z]+)*)(?= page| →|:|,| and)/g),
      "apps/web/src/super-admin/navigation.ts",
      ["label: t`$`"],
    ),
    ...namesIn(/`(rokad_\w+)/g).filter((name) => !known.has(name)),
  ];
  expect(wrong).toEqual([]);
});

/** The names that a source has in none of these forms. There is one at least: else nothing was read. */
function missing(names: readonly string[], source: string, forms: readonly string[]): string[] {
  expect(names).not.toEqual([]);
  const text = readText(source);
  return names.filter((name) => !forms.some((form) => text.includes(form.replace("$", name))));
}
