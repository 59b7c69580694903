/** Everything that chance decides in a plan, from one seed: the same seed, the same plan. */
export type Dice = ReturnType<typeof seededDice>;

/** Mulberry32: small, and alike on every machine; neighbouring seeds have nothing in common. */
export function seededDice(seed: number) {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  return {
    below,
    between: (least: number, most: number) => least + below(most - least + 1),
    /** Whether something happens that does so in so many cases of a hundred. */
    chance: (percent: number) => below(100) < percent,
    pick<T>(list: readonly T[]): T {
      const picked = list[below(list.length)];
      if (picked === undefined) throw new Error("There is nothing to pick from");
      return picked;
    },
    /** One of several names, each as often as its weight says. */
    weighed<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
      const names = Object.keys(weights) as Name[];
      let left = below(names.reduce((sum, name) => sum + weights[name], 0));
      for (const name of names) {
        left -= weights[name];
        if (left < 0) return name;
      }
      throw new Error("The weights are not whole numbers");
    },
  };
}
