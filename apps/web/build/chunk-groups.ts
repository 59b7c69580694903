import { fileURLToPath } from "node:url";
import { normalizePath, type Rolldown } from "vite";

/*
 * By default the bundler creates a file for every icon that two pages share, 47 for the dashboard.
 * These groups reduce them to a dozen and add nothing unused to the sign-in.
 */
const pathOf = (file: string) =>
  normalizePath(fileURLToPath(new URL(`../src/${file}`, import.meta.url)));
const signInEntries = [pathOf("main.tsx"), pathOf("sign-in/sign-in-page.tsx")];
const frameEntries = [pathOf("shell/signed-in.tsx")];
/** Code for the sign-in only stays in a separate file, so that other pages do not load it. */
const signInOnly = pathOf("sign-in/");

/** What nearly every page shows: one file with the frame is smaller than several of their own. */
const onEveryPage = /[\\/]ui[\\/](card|skeleton|money|notice)\.tsx$/;
/** The parts of ui/ with Base UI, which most pages open late or never. */
const heavy = /[\\/]ui[\\/](dialog|sheet)\.tsx$/;
/** Only the dashboard and the opened bell menu need it; other pages must not load it. */
const menuOnly = /[\\/]notifications[\\/]notification-row\.tsx$/;
/** A part of the router for pages that confirm before leaving. */
const leaveGuardOnly = /[\\/]useBlocker\.js$/;
const forms =
  /[\\/]node_modules[\\/](react-hook-form|@hookform|@standard-schema)[\\/]|[\\/]use-contract-form\.ts$/;
const ownCode = /[\\/](packages|apps[\\/]web)[\\/].*src[\\/]|[\\/]lucide-react[\\/]/;

export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // React and the router change rarely: a separate file stays cached across releases.
  {
    name: "framework",
    tags: ["$initial"],
    test: (id) => id.includes("node_modules") && !leaveGuardOnly.test(id),
    priority: 5,
  },
  // The sign-in's code, which nearly every page needs too.
  {
    name: (id, graph) => (isNeededBy(signInEntries, id, graph) ? "base" : null),
    test: (id) =>
      !signInEntries.includes(id) && !id.startsWith(signInOnly) && !leaveGuardOnly.test(id),
    priority: 4,
  },
  // The frame around every signed-in page.
  {
    name: (id, graph) =>
      isNeededBy(frameEntries, id, graph) || onEveryPage.test(id) ? "frame" : null,
    test: (id) => !frameEntries.includes(id) && !leaveGuardOnly.test(id),
    priority: 3,
  },
  // 15 kB that only pages with a form need.
  { name: "forms", test: forms, priority: 2 },
  // All other shared code, one file for each set of pages.
  {
    name: "shared",
    test: (id) => ownCode.test(id) && !heavy.test(id) && !menuOnly.test(id),
    minShareCount: 2,
    entriesAware: true,
    // No entriesAwareMergeThreshold: merged files brought dialogs and forms into pages that show none
    // (8 to 40 kB), for six requests fewer.
    priority: 1,
  },
];

const needed = new Map<readonly string[], Set<string>>();

function isNeededBy(
  entries: readonly string[],
  id: string,
  graph: Rolldown.ChunkingContext,
): boolean {
  let modules = needed.get(entries);
  if (!modules) {
    needed.set(entries, (modules = new Set()));
    for (const entry of entries) addWithImports(entry, graph, modules);
  }
  return modules.has(id);
}

function addWithImports(id: string, graph: Rolldown.ChunkingContext, modules: Set<string>): void {
  if (modules.has(id)) return;
  modules.add(id);
  for (const each of graph.getModuleInfo(id)?.importedIds ?? [])
    addWithImports(each, graph, modules);
}
