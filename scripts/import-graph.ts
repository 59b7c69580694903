// `npm run import-graph`: rooms, arrows, arrows back up and cycles of the server, in numbers.
// `npm run import-graph -- DIR` measures another checkout, such as the worktree of an older commit.
import {
  countUpwardArrows,
  findCycles,
  FLOORS,
  floorOf,
  type Graph,
  graphOf,
  readServerImports,
  roomOf,
} from "./import-rooms.ts";

const imports = readServerImports(process.argv[2]);

print(
  "Folders and loose files side by side",
  graphOf(imports, (path) => roomOf(path, 1)),
);
print(
  "Rooms, two levels deep",
  graphOf(imports, (path) => roomOf(path, 2)),
);
print(
  "Files",
  graphOf(imports, (path) => path),
);

const floors = new Set(imports.map(({ from }) => floorOf(from)));
if (FLOORS.every((floor) => floors.has(floor))) {
  console.log("\nImports from each floor to those below it:");
  for (const floor of FLOORS) {
    const own = imports.filter(({ from, to }) => floorOf(from) === floor && floorOf(to) !== floor);
    const below = Map.groupBy(own, ({ to }) => floorOf(to));
    const counts = FLOORS.flatMap((to) =>
      below.has(to) ? [`${to} ${below.get(to)?.length}`] : [],
    );
    console.log(`  ${floor.padEnd(11)} ${counts.join(" · ") || "none"}`);
  }
}

function print(title: string, graph: Graph): void {
  const arrows = [...graph.values()].reduce((sum, targets) => sum + targets.size, 0);
  const cycles = findCycles(graph);
  const largest = Math.max(0, ...cycles.map((cycle) => cycle.length));
  console.log(
    `${title}: ${graph.size} · arrows ${arrows} · back up ${countUpwardArrows(graph)} · ` +
      `cycles ${cycles.length}${largest > 0 ? ` (the largest of ${largest})` : ""}`,
  );
}
