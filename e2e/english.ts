interface Part {
  textContent: string | null;
  getAttribute(name: string): string | null;
  closest(selector: string): Part | null;
}
interface Text {
  data: string;
  parentElement: Part;
}
interface Inside {
  document: {
    body: Part;
    querySelectorAll(selector: string): Iterable<Part>;
    createTreeWalker(root: Part, show: number): { nextNode(): Text | null };
  };
}

interface Known {
  /** English texts of the console, each with its translation. */
  readonly texts: Readonly<Record<string, string>>;
  /** English texts of the API, each with its translation. */
  readonly answers: Readonly<Record<string, string>>;
  /** The API's answers to the page as they came, in English: also names, and what people wrote. */
  readonly data: string;
}

/**
 * Runs in a page that is in Hindi.
 * @returns the texts that are left in English: those that have a translation, and those with a word
 *   that the data does not have.
 */
export function findEnglish({ document }: Inside, { texts, answers, data }: Known): string[] {
  // Standards, formats, products and keys of the keyboard, and what is typed into a shell or a field.
  const names =
    /^(?:kB|ms|sms|am|pm|Dr|Cr|India|Rokad|TypeScript|Python|Excel|Tally|TallyPrime|Zoho|Books|PostgreSQL|Chrome|Linux|Razorpay|RazorpayX|Cashfree|Sandbox|Twilio|English|Enter|Node|Flow|npm|rokad|admin|doctor|vacuum|asyncio|js|curl|starttls|tls)$/;
  const phrases =
    /Secure ID|Payment Gateway(?=\))|rokad for Python|npm run \w+|Source code|Updated .*|\S*[/@:._…-]\S+|\S+[/@:._…-]\S*/g;
  const notProse = "script, style, noscript, code, pre, kbd, textarea, .font-mono, [lang^=en]";
  const words = new Set(data.match(/[A-Za-z]{2,}/g));
  const found = new Set<string>();
  const walker = document.createTreeWalker(document.body, 4);
  for (let text = walker.nextNode(); text; text = walker.nextNode())
    if (!text.parentElement.closest(notProse)) check(text.data);
  for (const part of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]"))
    for (const name of ["aria-label", "title", "placeholder", "alt"])
      check(part.getAttribute(name) ?? "");
  return [...found];

  function check(shown: string): void {
    const text = shown.trim();
    const english = (text.replace(phrases, "").match(/[A-Za-z]{2,}/g) ?? []).filter(
      (word) => /[a-z]/.test(word) && !names.test(word),
    );
    if (english.length === 0) return;
    const isData = data.includes(JSON.stringify(text));
    const isLeft = hasOther(answers, text) || (hasOther(texts, text) && !isData);
    if (isLeft || english.some((word) => !words.has(word))) found.add(text);
  }

  function hasOther(catalogue: Readonly<Record<string, string>>, text: string): boolean {
    return catalogue[text] !== undefined && catalogue[text] !== text;
  }
}
