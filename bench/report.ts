import { isMet, type Goal, type Row } from "./row.ts";

/** The rows as a table in Markdown. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) => [
    row.name,
    row.reference,
    row.measured,
    row.referred,
    `**${shown(row.ratio)}**`,
    goalText(row.goal),
    isMet(row) ? "yes" : "**no**",
  ]);
  const table = [
    ["measurement", "reference", "measured", "reference value", "ratio", "goal", "met"],
    ["---", "---", "---", "---", "---", "---", "---"],
    ...lines,
  ].map((cells) => `| ${cells.join(" | ")} |`);
  const notes = rows.flatMap(({ name, note }) =>
    note === undefined ? [] : [`- ${name}: ${note}`],
  );
  return [...table, ...(notes.length > 0 ? ["", ...notes] : [])].join("\n");
}

/** The run's last line: `{ ratio, goal, met }` of each row under its key. */
export function jsonOf(rows: readonly Row[]): string {
  return JSON.stringify(
    Object.fromEntries(
      rows.map((row) => [
        row.key,
        { ratio: Number(row.ratio.toFixed(3)), goal: goalOf(row.goal), met: isMet(row) },
      ]),
    ),
  );
}

const width = 860;
const labels = 420;
const rowHeight = 26;
const top = 46;
/** The plot ends at four times better and four times worse than the goal. */
const reach = 4;

/**
 * A bar for each row with a goal: how many times better than its goal it is, on a scale on which
 * twice as good and half as good are equally far from the goal's line.
 */
export function plotOf(rows: readonly Row[]): string {
  const bars = rows.filter(({ goal }) => goal !== undefined);
  const height = top + bars.length * rowHeight + 14;
  const middle = labels + (width - labels - 70) / 2;
  const half = (width - labels - 70) / 2;
  const xOf = (times: number) =>
    middle + (Math.log(clamp(times, 1 / reach, reach)) / Math.log(reach)) * half;
  const drawn = bars.map((row, at) => {
    const x = xOf(timesBetter(row));
    const y = top + at * rowHeight;
    const [left, right] = x < middle ? [x, middle] : [middle, x];
    return `
  <text x="${labels - 12}" y="${y + 13}" text-anchor="end">${escaped(row.name)}</text>
  <rect class="${isMet(row) ? "met" : "missed"}" x="${left.toFixed(1)}" y="${y + 2}" width="${Math.max(2, right - left).toFixed(1)}" height="15" rx="2"/>
  <text class="figure" x="${width - 8}" y="${y + 13}" text-anchor="end">${shown(row.ratio)}</text>`;
  });
  const ticks = [1 / 4, 1 / 2, 1, 2, 4].map((times) => {
    const x = xOf(times).toFixed(1);
    const text = times === 1 ? "goal" : times < 1 ? `${1 / times} × worse` : `${times} × better`;
    return `
  <line x1="${x}" x2="${x}" y1="${top - 8}" y2="${height - 10}"${times === 1 ? ' class="goal"' : ""}/>
  <text class="tick" x="${x}" y="${top - 16}" text-anchor="middle">${text}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Each measurement against its goal">
  <style>
    text { font: 12px system-ui, sans-serif; fill: #1f2937 }
    .tick { font-size: 10px; fill: #6b7280 }
    .figure { font-weight: 600 }
    line { stroke: #d1d5db } .goal { stroke: #6b7280; stroke-width: 1.5 }
    .met { fill: #0f766e } .missed { fill: #b91c1c }
    @media (prefers-color-scheme: dark) {
      text { fill: #e5e7eb } .tick { fill: #9ca3af } line { stroke: #374151 }
      .goal { stroke: #9ca3af } .met { fill: #2dd4bf } .missed { fill: #f87171 }
    }
  </style>${ticks.join("")}${drawn.join("")}
</svg>
`;
}

function timesBetter({ ratio, goal }: Row): number {
  if (goal === undefined) return 1;
  return "atLeast" in goal ? ratio / goal.atLeast : goal.atMost / ratio;
}

const clamp = (value: number, least: number, most: number) =>
  Math.min(most, Math.max(least, value));
const shown = (ratio: number) => ratio.toFixed(2);
const goalText = (goal: Goal) =>
  goal === undefined ? "none" : "atLeast" in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
const goalOf = (goal: Goal) =>
  goal === undefined ? null : "atLeast" in goal ? goal.atLeast : goal.atMost;
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
