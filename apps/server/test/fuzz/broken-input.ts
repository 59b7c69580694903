import type { SeededRandom } from "../../src/kernel/seeded-random.ts";
import { badText, badValue, hugeValue } from "./bad-values.ts";

type Path = readonly (string | number)[];

/** The path of every part of a value; the first path is the value itself. */
function pathsIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [at];
  const inner = Object.entries(value).map(([key, part]) =>
    pathsIn(part, [...at, Array.isArray(value) ? Number(key) : key]),
  );
  return [at, ...inner.flat()];
}

/** Copies a value with the part at `path` replaced; undefined removes a field. */
function replaceAt(value: unknown, path: Path, replace: (before: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return replace(value);
  if (Array.isArray(value)) {
    return value.map((part: unknown, at) => (at === key ? replaceAt(part, rest, replace) : part));
  }
  const fields = value as Record<string, unknown>;
  return { ...fields, [key]: replaceAt(fields[key], rest, replace) };
}

/** Replaces, removes, adds or wraps one to three parts of a valid body. */
export function breakBody(body: unknown, random: SeededRandom): unknown {
  let result = body;
  for (let times = random.between(1, 3); times > 0; times -= 1) {
    const path = random.pick(pathsIn(result));
    const change = random.pickWeighted({ replace: 5, remove: 2, add: 2, wrap: 1 });
    result = replaceAt(result, path, (before) => {
      if (change === "remove" && path.length > 0) return undefined;
      if (change === "wrap") return [before];
      if (change !== "add" || typeof before !== "object" || before === null)
        return badValue(random);
      const name = random.pick([
        "extra",
        "role",
        "isViewed",
        "tenant_id",
        "id",
        "amount_paise",
        "",
      ]);
      return Array.isArray(before)
        ? [...(before as unknown[]), badValue(random)]
        : { ...before, [name]: badValue(random) };
    });
  }
  return result ?? null;
}

/** Replaces one text of a valid body with a hostile or odd one. */
export function withBadText(body: unknown, random: SeededRandom): unknown {
  return replaceAt(body, pickPathOfType(body, random, "string"), () => badText(random));
}

/** Replaces one part of a valid body with a huge or deep value. */
export function withHugeValue(body: unknown, random: SeededRandom): unknown {
  return replaceAt(body, random.pick(pathsIn(body)), () => hugeValue(random));
}

function pickPathOfType(body: unknown, random: SeededRandom, type: string): Path {
  const all = pathsIn(body);
  const matching = all.filter((path) => {
    let value = body;
    for (const key of path) value = (value as Record<string | number, unknown>)[key];
    return typeof value === type;
  });
  return random.pick(matching.length > 0 ? matching : all);
}
