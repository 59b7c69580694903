/** What of an element is read here: Node's types, which these files have, know no page. */
interface Part {
  localName: string;
  childNodes: Iterable<{ nodeType: number; textContent: string | null }>;
  children: Iterable<Part>;
  attributes: Iterable<{ name: string; value: string }>;
  matches(selector: string): boolean;
}

/**
 * Runs in the page. The parts within `include` (a selector) that look like one before them, here or
 * where the `known` looks come from: every element in them has the same classes and states, all the way up, as its like,
 * and so the same colours, sizes and backgrounds. Of the twenty rows of a table, these are all but
 * the first of each status; on a second screen, its sidebar. A part that differs anywhere is gone
 * into, and what in it is new remains.
 * @returns these parts, and the looks that are new.
 */
export function likeOneBefore(
  body: Part,
  include: string,
  known: ReadonlySet<string>,
): { parts: Part[]; looks: string[] } {
  // These say which one it is, not how it looks. All others count, so that what isn't known here
  // makes a part its own kind.
  const naming = new Set(
    "id href src for title name value datetime d points aria-label aria-labelledby aria-describedby aria-controls data-row".split(
      " ",
    ),
  );
  const hashes = new Map<Part, { own: string; whole: string }>();
  const seen = new Set<string>();
  const parts: Part[] = [];
  read(body);
  visit(body, "", include === "html");
  return { parts, looks: [...seen] };

  function read(part: Part): string {
    const saysSomething = [...part.childNodes].some(
      ({ nodeType, textContent }) => nodeType === 3 && textContent?.trim(),
    );
    const attributes = [...part.attributes].map(({ name, value }) =>
      naming.has(name) ? name : `${name}=${value}`,
    );
    const own = hash([part.localName, saysSomething, ...attributes].join("|"));
    const whole = hash(`${own}(${partsOf(part).map(read).join(",")})`);
    hashes.set(part, { own, whole });
    return whole;
  }

  function visit(part: Part, above: string, isWithin: boolean): void {
    const { own = "", whole = "" } = hashes.get(part) ?? {};
    if (isWithin) {
      const kind = hash(`${above}>${whole}`);
      if (seen.has(kind) || known.has(kind)) return void parts.push(part);
      seen.add(kind);
    }
    const chain = hash(`${above}/${own}`);
    for (const inner of partsOf(part)) visit(inner, chain, isWithin || inner.matches(include));
  }

  // A picture is one thing.
  function partsOf(part: Part): Part[] {
    return part.localName === "svg" ? [] : [...part.children];
  }

  /** The same on every page: cyrb53, 53 bits, by bryc (public domain). */
  function hash(words: string): string {
    let one = 0xdeadbeef;
    let two = 0x41c6ce57;
    for (let at = 0; at < words.length; at += 1) {
      const code = words.charCodeAt(at);
      one = Math.imul(one ^ code, 2_654_435_761);
      two = Math.imul(two ^ code, 1_597_334_677);
    }
    one =
      Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(two ^ (two >>> 13), 3_266_489_909);
    two =
      Math.imul(two ^ (two >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909);
    return (4_294_967_296 * (2_097_151 & two) + (one >>> 0)).toString(36);
  }
}
