/** What of an element is read here: Node's types, which these files have, know no page. */
interface Part {
  localName: string;
  childNodes: Iterable<{ nodeType: number; textContent: string | null }>;
  children: Iterable<Part>;
  attributes: Iterable<{ name: string; value: string }>;
}

/**
 * Runs in the page. The parts of it that look like one before them: every element in them has the
 * same classes and states, all the way up, as its like, and so the same colours, sizes and grounds;
 * of the twenty rows of a table, all but the first of each status. A part that differs anywhere is
 * gone into, and what in it is new remains.
 */
export function likeOneBefore(body: Part): Part[] {
  // These say which one it is, not how it looks. All others count, so that what isn't known here
  // makes a part its own kind.
  const naming = new Set(
    "id href src for title name value datetime d points aria-label aria-labelledby aria-describedby aria-controls data-row".split(
      " ",
    ),
  );
  const numbers = new Map<string, number>();
  const looks = new Map<Part, { own: number; whole: number }>();
  const seen = new Set<string>();
  const found: Part[] = [];
  look(body);
  visit(body, 0);
  return found;

  function look(part: Part): number {
    const saysSomething = [...part.childNodes].some(
      ({ nodeType, textContent }) => nodeType === 3 && textContent?.trim(),
    );
    const attributes = [...part.attributes].map(({ name, value }) =>
      naming.has(name) ? name : `${name}=${value}`,
    );
    const own = number([part.localName, saysSomething, ...attributes].join("|"));
    const whole = number(`${own}(${partsOf(part).map(look).join(",")})`);
    looks.set(part, { own, whole });
    return whole;
  }

  function visit(part: Part, above: number): void {
    const { own = 0, whole = 0 } = looks.get(part) ?? {};
    const kind = `${above}>${whole}`;
    if (seen.has(kind)) return void found.push(part);
    seen.add(kind);
    const chain = number(`${above}/${own}`);
    for (const inner of partsOf(part)) visit(inner, chain);
  }

  // A picture is one thing.
  function partsOf(part: Part): Part[] {
    return part.localName === "svg" ? [] : [...part.children];
  }

  function number(words: string): number {
    const known = numbers.get(words);
    if (known !== undefined) return known;
    numbers.set(words, numbers.size);
    return numbers.size - 1;
  }
}
