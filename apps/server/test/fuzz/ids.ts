import { newId } from "../../src/ids.ts";
import type { Dice } from "./dice.ts";
import type { People, Persona } from "./people.ts";

/** How many ids of one noun are kept: the newest count. */
const keptOfEach = 300;

/** One that has the form of an id and belongs to nothing. */
export const unknownId = newId();

export type KnownIds = ReturnType<typeof knownIds>;

/** The ids that requests name: what is there from the start, and what answers have told since. */
export function knownIds(people: People) {
  const told = new Map<string, string[]>();
  const protectedIds = new Set([
    ...Object.values(people.ids),
    ...Object.values(people.victims).flat(),
  ]);

  return {
    /** Takes up the ids in an answer: under the noun of the address that gave it. */
    learn(path: string, answer: unknown): void {
      const noun = nounOf(path);
      const own = told.get(noun) ?? [];
      told.set(noun, own);
      for (const id of idsIn(answer)) {
        if (protectedIds.has(id) || own.includes(id)) continue;
        own.push(id);
        if (own.length > keptOfEach) own.shift();
      }
    },

    /**
     * An id for an address or a field. Super admins are never given the people who send the
     * requests or the victim: what they would rightly do to them would end the run.
     */
    find(dice: Dice, noun: string, who: Persona): string {
      const own = told.get(noun) ?? [];
      const from = dice.weighed({ noun: 6, victim: who === "boss" ? 0 : 3, other: 1, unknown: 1 });
      if (from === "victim") return dice.one(people.victims[noun] ?? allOf(people.victims));
      if (from === "noun" && who !== "boss")
        return dice.one([...(people.mine[noun] ?? [unknownId]), ...own]);
      if (from === "noun" && own.length > 0) return dice.one(own);
      const others = [...told.values()].flat();
      return from === "other" && others.length > 0 ? dice.one(others) : unknownId;
    },
  };
}

const allOf = (rows: Readonly<Record<string, readonly string[]>>) => Object.values(rows).flat();

/** `/super-admin/deposits/{id}/approve` and `/wallet/deposit/history` are both about deposits. */
export function nounOf(path: string): string {
  const [before = ""] = path.split("/{");
  if (path.includes("deposit")) return "deposits";
  return before.split("/").findLast((part) => !lastWords.has(part)) ?? "";
}
const lastWords = new Set(["", "history", "initiate", "export", "approve", "reject", "preview"]);

/** Which noun a field of a form or filter means. */
export function nounOfField(name: string, path: string): string {
  if (name === "bank_account") return "bank-accounts";
  if (name.startsWith("tenant")) return "tenants";
  return nounOf(path);
}

function idsIn(answer: unknown): string[] {
  if (typeof answer !== "object" || answer === null) return [];
  const { data } = answer as { data?: unknown };
  const rows = Array.isArray(data) ? (data as unknown[]) : [data];
  return rows
    .map(
      (row) =>
        (row as { id?: unknown; _id?: unknown } | null)?.id ??
        (row as { _id?: unknown } | null)?._id,
    )
    .filter((id): id is string => typeof id === "string" && id.length === 36);
}
