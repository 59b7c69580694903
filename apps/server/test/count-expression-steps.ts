/* oxlint-disable eslint/no-extend-native -- counts every match, and is restored at once */
/**
 * The characters that regular expressions pass over while `run` reads something: the work of
 * expressions that are linear, which `scripts/regular-expressions.test.ts` proves of ours.
 */
export async function countExpressionSteps(run: () => unknown): Promise<number> {
  const original = RegExp.prototype.exec;
  let steps = 0;
  // Every method of strings and expressions that matches calls `exec`.
  RegExp.prototype.exec = function exec(this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const match = original.call(this, text);
    const to = match ? match.index + match[0].length : text.length;
    steps += Math.max(0, to - from);
    return match;
  };
  try {
    await run();
  } finally {
    RegExp.prototype.exec = original;
  }
  return steps;
}
