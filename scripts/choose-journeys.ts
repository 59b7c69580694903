/**
 * The journeys that a change may break, for `npm test -- --changed`: those that changed themselves;
 * those whose name begins like a folder or file of the change (`payouts/` and `payout-form.e2e.ts`,
 * `deposit-reviews.ts` and `deposit.e2e.ts`); for a change of the console those that open every
 * screen and dialog; and all of them for a change of what they share.
 * @param changed paths from the root
 * @param journeys the paths of all `e2e/*.e2e.ts`
 */
export function chooseJourneys(
  changed: readonly string[],
  journeys: readonly string[],
): readonly string[] {
  const isShared = (path: string) =>
    (path.startsWith("e2e/") && !path.endsWith(".e2e.ts")) ||
    path === "playwright.config.ts" ||
    path === "package-lock.json";
  if (changed.some(isShared)) return journeys;
  const isOfConsole = changed.some((path) => path.startsWith("apps/web/"));
  const nouns = new Set(changed.filter((path) => path.includes("/src/")).flatMap(nounsOf));
  return journeys.filter((journey) => {
    const name = nameOf(journey);
    return (
      changed.includes(journey) ||
      (isOfConsole && name.startsWith("every-")) ||
      [...nouns].some((noun) => beginsLike(name, noun) || beginsLike(noun, name))
    );
  });
}

/** `apps/web/src/payouts/payout-page.tsx`: its folders below `src` and its own name. */
function nounsOf(path: string): string[] {
  const [, below = ""] = path.split("/src/");
  return below.split("/").map(nameOf);
}

function nameOf(path: string): string {
  return (path.split("/").at(-1) ?? "").replace(/\..*$/, "");
}

/** Whether the words of a name begin with those of a noun, one or many of it. */
function beginsLike(name: string, noun: string): boolean {
  const words = name.split("-").map(singular);
  return noun.split("-").every((word, at) => singular(word) === words[at]);
}

function singular(word: string): string {
  return word.replace(/s$/, "");
}
