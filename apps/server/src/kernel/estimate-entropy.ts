const keyboardRows = ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"];
/** A word of a language, however long: about one of two thousand. */
const bitsPerWord = 11;
/** Letters of one case without digits are a phrase of words, or nearly. */
const bitsPerLetterOfPhrase = 2;
const repeatCharsMin = 3;

/**
 * Estimates how many bits an attacker has to guess. Characters that a repetition, a sequence such as
 * `abcd`, a walk on the keyboard, or a word predicts count little; all others by the variety of the
 * text. Random text gets nearly its full entropy.
 * @returns whole bits.
 */
export function estimateEntropy(text: string): number {
  const isPhrase = !/\d/.test(text) && (!/[a-z]/.test(text) || !/[A-Z]/.test(text));
  const variety = Math.log2(Math.max(2, new Set(text).size));
  const bitsPerCharacter = isPhrase ? Math.min(variety, bitsPerLetterOfPhrase) : variety;
  let bits = 0;
  for (let at = 0; at < text.length;) {
    const word = wordAt(text, at);
    if (isPredicted(text, at)) at += 1;
    else if (word.length * bitsPerCharacter > bitsPerWord) {
      bits += text.indexOf(word) < at ? 1 : bitsPerWord;
      at += word.length;
    } else {
      bits += bitsPerCharacter;
      at += 1;
    }
  }
  return Math.floor(bits);
}

function isPredicted(text: string, at: number): boolean {
  if (at === 0) return false;
  const step = stepBetween(text, at - 1);
  if (step === 0) return true;
  // The third character of a sequence, and each after it.
  if (at > 1 && step !== undefined && step === stepBetween(text, at - 2)) return true;
  const repeated = text.slice(Math.max(0, at - repeatCharsMin), at + 1).toLowerCase();
  return (
    repeated.length > repeatCharsMin && text.toLowerCase().indexOf(repeated) < at - repeatCharsMin
  );
}

/** From a character to the next: 0 for the same, ±1 in the alphabet or on the keyboard. */
function stepBetween(text: string, at: number): number | undefined {
  const one = text.charAt(at).toLowerCase();
  const two = text.charAt(at + 1).toLowerCase();
  const inAlphabet = two.charCodeAt(0) - one.charCodeAt(0);
  if (Math.abs(inAlphabet) <= 1) return inAlphabet;
  const row = keyboardRows.find((keys) => keys.includes(one) && keys.includes(two));
  const onKeyboard = row === undefined ? 2 : row.indexOf(two) - row.indexOf(one);
  return Math.abs(onKeyboard) === 1 ? onKeyboard : undefined;
}

/** The letters from here to the next capital or other character, if they can be a word. */
function wordAt(text: string, at: number): string {
  const word = /^[A-Z]?[a-z]+/.exec(text.slice(at, at + 40))?.[0] ?? "";
  return /[aeiou]/i.test(word) && word.length > 3 ? word : "";
}
