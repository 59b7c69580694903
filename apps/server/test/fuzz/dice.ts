import fc from "fast-check";

/**
 * Every choice behind one request. It follows from the run's seed and the request's number alone,
 * so that a single request of a long run can be made again without those before it.
 */
export class Dice {
  #state: number;

  constructor(seed: number, number: number) {
    this.#state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b)) >>> 0;
  }

  /** From 0 up to, and without, 1 (mulberry32). */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number; both ends may come. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  chance(share: number): boolean {
    return this.fraction() < share;
  }

  one<T>(list: readonly T[]): T {
    if (list.length === 0) throw new Error("Nothing to choose from");
    return list[this.whole(0, list.length - 1)] as T;
  }

  /** One of the choices, each as often as its weight has it. */
  weighed<T extends string>(weights: Readonly<Record<T, number>>): T {
    const all = Object.entries(weights) as [T, number][];
    let left = this.fraction() * all.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [choice, weight] of all) {
      left -= weight;
      if (left < 0) return choice;
    }
    return (all.at(-1) as [T, number])[0];
  }

  /** Text that a pattern of the contract takes. */
  matching(pattern: string): string {
    return this.#sample(textsLike(pattern));
  }

  /** Any text of Unicode, as fast-check comes by it. */
  anyText(): string {
    return this.#sample(anyTexts);
  }

  /** Any JSON value, as fast-check comes by it. */
  anyJson(): unknown {
    return this.#sample(anyValues);
  }

  #sample<T>(kind: fc.Arbitrary<T>): T {
    const [value] = fc.sample(kind, { seed: this.whole(0, 2 ** 31 - 1), numRuns: 1 });
    return value as T;
  }
}

const anyTexts = fc.string({ unit: "binary", maxLength: 60 });
const anyValues = fc.jsonValue({ maxDepth: 3 });
const known = new Map<string, fc.Arbitrary<string>>();

function textsLike(pattern: string): fc.Arbitrary<string> {
  const found = known.get(pattern);
  if (found) return found;
  const made = fc.stringMatching(new RegExp(pattern));
  known.set(pattern, made);
  return made;
}
