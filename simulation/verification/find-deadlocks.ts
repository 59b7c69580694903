/**
 * The deadlocks in PostgreSQL's log, each with the locks and statements that it names. An error
 * begins a line with its time; what belongs to it follows, in lines that begin with a tab.
 */
export function findDeadlocks(log: string): string[] {
  const lines = log.split("\n");
  return lines.flatMap((line, at) => {
    if (!line.endsWith("ERROR:  deadlock detected")) return [];
    const next = lines.slice(at + 1);
    const end = next.findIndex((text) => !text.startsWith("\t") && !text.includes("DETAIL:"));
    const detail = next.slice(0, end).map((text) => text.trim());
    return [[line, ...detail].join(" ")];
  });
}
