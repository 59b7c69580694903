/** True if each word of a search begins a word of the text, in any case. */
export function hasWords(text: string, search: string): boolean {
  const own = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => own.some((each) => each.startsWith(word)));
}
