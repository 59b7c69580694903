import { fileURLToPath } from "node:url";
import { normalizePath, type Rolldown } from "vite";

/*
 * Left alone, the bundler makes a file of every icon that two pages share, 47 for the dashboard.
 * These groups make it a dozen, and put nothing into the sign-in that it does not use.
 */
const pathOf = (file: string) =>
  normalizePath(fileURLToPath(new URL(`../src/${file}`, import.meta.url)));
const signInEntries = [pathOf("main.tsx"), pathOf("sign-in/sign-in-page.tsx")];
const frameEntries = [pathOf("shell/signed-in.tsx")];
/** What only the sign-in shows stays in a file of its own, or every page would carry it. */
const signInOnly = pathOf("sign-in/");

/** The few of ui/ that bring Base UI, which most pages open late or never. */
const heavy = /[\\/]ui[\\/](dialog|sheet)\.tsx$/;
/** What only the dashboard and an opened menu show, which a file of shared parts would bring along. */
const late = /[\\/]shell[\\/]notification-row\.tsx$/;
/** Of the router, and used by a page that asks before one leaves it. */
const notAtSignIn = /[\\/]useBlocker\.js$/;
const forms =
  /[\\/]node_modules[\\/](react-hook-form|@hookform|@standard-schema)[\\/]|[\\/]use-contract-form\.ts$/;
const ours = /[\\/](packages|apps[\\/]web)[\\/].*src[\\/]|[\\/]lucide-react[\\/]/;

export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // React and the router change rarely: a file of their own stays in the cache over releases.
  {
    name: "framework",
    tags: ["$initial"],
    test: (id) => id.includes("node_modules") && !notAtSignIn.test(id),
    priority: 5,
  },
  // What the sign-in needs, nearly all of which every page needs too.
  {
    name: (id, graph) => (isNeededBy(signInEntries, id, graph) ? "base" : null),
    test: (id) =>
      !signInEntries.includes(id) && !id.startsWith(signInOnly) && !notAtSignIn.test(id),
    priority: 4,
  },
  // And the frame round every page of somebody who is signed in.
  {
    name: (id, graph) => (isNeededBy(frameEntries, id, graph) ? "frame" : null),
    test: (id) => !frameEntries.includes(id),
    priority: 3,
  },
  // 15 kB that only pages with a form need.
  { name: "forms", test: forms, priority: 2 },
  // The calls of bank accounts and deposits, or every page with an amount would bring them along.
  {
    name: "deposits",
    test: /[\\/]contract[\\/]src[\\/](bank-accounts|deposits)\.ts$/,
    priority: 2,
  },
  // The rest of what pages share, in one file for each set of pages.
  {
    name: "shared",
    test: (id) => ours.test(id) && !heavy.test(id) && !late.test(id),
    minShareCount: 2,
    entriesAware: true,
    // At 8,000 figures and charts were merged into what the payment form fetches: 5 kB more there; at
    // 3,000, and with more pages at 1,500, two files came to import each other (no-rings.ts).
    entriesAwareMergeThreshold: 1_200,
    priority: 1,
  },
];

const needed = new Map<readonly string[], Set<string>>();

function isNeededBy(
  entries: readonly string[],
  id: string,
  graph: Rolldown.ChunkingContext,
): boolean {
  let found = needed.get(entries);
  if (!found) {
    needed.set(entries, (found = new Set()));
    for (const entry of entries) addWithImports(entry, graph, found);
  }
  return found.has(id);
}

function addWithImports(id: string, graph: Rolldown.ChunkingContext, found: Set<string>): void {
  if (found.has(id)) return;
  found.add(id);
  for (const each of graph.getModuleInfo(id)?.importedIds ?? []) addWithImports(each, graph, found);
}
