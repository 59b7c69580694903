import { newId } from "../../src/kernel/ids.ts";
import type { SeededRandom } from "../../src/kernel/seeded-random.ts";
import type { People, Persona } from "./people.ts";

/** The newest ids of each noun are kept. */
const idsPerNounMax = 300;

/** A well-formed id that no row has. */
export const unknownId = newId();

export type Query = [name: string, value: string][];
export type KnownIds = ReturnType<typeof knownIds>;

/** The ids that requests use: those that exist at the start, and those in responses since. */
export function knownIds(people: People) {
  const idsByNoun = new Map<string, string[]>();
  const hashes = new Map<string, string>();
  const nextPages = new Map<string, Query>();
  const protectedIds = new Set([
    ...Object.values(people.ids),
    ...people.keyIds,
    ...Object.values(people.victims).flat(),
  ]);

  return {
    /** Adds the ids in a response under the noun of its path. */
    add(path: string, answer: unknown): void {
      const noun = nounOf(path);
      const known = idsByNoun.get(noun) ?? [];
      idsByNoun.set(noun, known);
      for (const { id, content_hash: hash } of rowsIn(answer))
        if (typeof id === "string" && typeof hash === "string") hashes.set(id, hash);
      for (const id of idsIn(answer)) {
        if (protectedIds.has(id) || known.includes(id)) continue;
        known.push(id);
        if (known.length > idsPerNounMax) known.shift();
      }
    },

    /** The content hash of a payment request or batch, as it was last read. */
    hashOf: (id: unknown) => hashes.get(String(id)),

    /** Adds the query of the page after this one of a list by cursor. */
    addPage(list: string, url: string, answer: unknown): void {
      const { next } = answer as { next?: unknown };
      if (typeof next !== "string" && typeof next !== "number") return;
      const query = new URL(url, "http://127.0.0.1").searchParams;
      query.delete("before");
      query.set("after", String(next));
      nextPages.set(list, [...query]);
    },
    nextPage: (list: string) => nextPages.get(list),

    /**
     * Picks an id for a path or a field. A super admin never gets the ids of the victim or of the
     * people who send requests: a rightful change to them would end the run.
     */
    pick(random: SeededRandom, noun: string, who: Persona): string {
      const known = idsByNoun.get(noun) ?? [];
      const source = random.pickWeighted({
        noun: 6,
        victim: who === "admin" ? 0 : 3,
        other: 1,
        unknown: 1,
      });
      if (source === "victim") return random.pick(people.victims[noun] ?? allOf(people.victims));
      if (source === "noun" && who !== "admin")
        return random.pick([...(people.mine[noun] ?? [unknownId]), ...known]);
      if (source === "noun" && known.length > 0) return random.pick(known);
      const others = [...idsByNoun.values()].flat();
      return source === "other" && others.length > 0 ? random.pick(others) : unknownId;
    },
  };
}

const allOf = (rows: Readonly<Record<string, readonly string[]>>) => Object.values(rows).flat();

/** The noun of a path: `/super-admin/deposits/{id}/approve` gives `deposits`. */
export function nounOf(path: string): string {
  const [before = ""] = path.split("/{");
  if (path.includes("deposit")) return "deposits";
  return before.split("/").findLast((part) => !verbs.has(part)) ?? "";
}
const verbs = new Set(["", "history", "initiate", "export", "approve", "reject", "preview"]);

/** The noun that a field of a form or filter refers to. */
export function nounOfField(name: string, path: string): string {
  if (name === "bank_account") return "bank-accounts";
  if (name.startsWith("tenant")) return "tenants";
  if (name === "destination_id") return "destinations";
  return nounOf(path);
}

function idsIn(answer: unknown): string[] {
  return rowsIn(answer)
    .map(({ id, _id, endpoint }) => id ?? _id ?? endpoint?.id)
    .filter((id): id is string => typeof id === "string" && id.length === 36);
}

interface AnswerRow {
  readonly id?: unknown;
  readonly _id?: unknown;
  readonly content_hash?: unknown;
  /** With its secret, in the answer that creates it. */
  readonly endpoint?: AnswerRow;
}

function rowsIn(answer: unknown): AnswerRow[] {
  if (typeof answer !== "object" || answer === null) return [];
  const { data } = answer as { data?: unknown };
  const rows = Array.isArray(data) ? (data as unknown[]) : [data];
  return rows.filter((row): row is AnswerRow => typeof row === "object" && row !== null);
}
