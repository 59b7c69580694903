import type { Dice } from "./dice.ts";
import { badText, badValue, hugeValue } from "./bad-values.ts";

type Path = readonly (string | number)[];

/** Every place in a value, the value itself first. */
function pathsIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [at];
  const inner = Object.entries(value).map(([key, part]) =>
    pathsIn(part, [...at, Array.isArray(value) ? Number(key) : key]),
  );
  return [at, ...inner.flat()];
}

/** The same value with one place put by `put`; undefined takes the place away. */
function changed(value: unknown, path: Path, put: (before: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return put(value);
  if (Array.isArray(value)) {
    return value.map((part: unknown, at) => (at === key ? changed(part, rest, put) : part));
  }
  const fields = value as Record<string, unknown>;
  return { ...fields, [key]: changed(fields[key], rest, put) };
}

/** A valid body made wrong at one to three places: left out, added, of another type, or null. */
export function broken(body: unknown, dice: Dice): unknown {
  let made = body;
  for (let times = dice.whole(1, 3); times > 0; times -= 1) {
    const path = dice.one(pathsIn(made));
    const how = dice.weighed({ replace: 5, remove: 2, add: 2, wrap: 1 });
    made = changed(made, path, (before) => {
      if (how === "remove" && path.length > 0) return undefined;
      if (how === "wrap") return [before];
      if (how !== "add" || typeof before !== "object" || before === null) return badValue(dice);
      const name = dice.one(["extra", "role", "isViewed", "person_id", "id", "amount_paise", ""]);
      return Array.isArray(before)
        ? [...(before as unknown[]), badValue(dice)]
        : { ...before, [name]: badValue(dice) };
    });
  }
  return made ?? null;
}

/** A valid body with one of its texts put by a hostile or strange one. */
export function withBadText(body: unknown, dice: Dice): unknown {
  return changed(body, placeOf(body, dice, "string"), () => badText(dice));
}

/** A valid body with one place that is huge or deep. */
export function withHugeValue(body: unknown, dice: Dice): unknown {
  return changed(body, dice.one(pathsIn(body)), () => hugeValue(dice));
}

function placeOf(body: unknown, dice: Dice, type: string): Path {
  const all = pathsIn(body);
  const fitting = all.filter((path) => {
    let value = body;
    for (const key of path) value = (value as Record<string | number, unknown>)[key];
    return typeof value === type;
  });
  return dice.one(fitting.length > 0 ? fitting : all);
}
