/** The words of `describeRule` in the contract, each with its Hindi. */
const words: readonly (readonly [RegExp, string])[] = [
  [/^Once on (\S+?)(?=,)/, "एक बार $1 को"],
  [/^Every week on /, "हर हफ़्ते "],
  [/^Every (\d+) weeks on /, "हर $1 हफ़्ते में "],
  [/^Every month on /, "हर महीने "],
  [/^Every (\d+) months on /, "हर $1 महीने में "],
  [/the last working day/, "आख़िरी कार्य दिवस"],
  [/the first working day/, "पहले कार्य दिवस"],
  [/the last day/, "आख़िरी दिन"],
  [/\bday (\d+)/, "$1 तारीख़"],
  [/or the working day before/, "या उससे पहले के कार्य दिवस"],
  [/or the working day after/, "या उसके बाद के कार्य दिवस"],
  [/Monday/, "सोमवार"],
  [/Tuesday/, "मंगलवार"],
  [/Wednesday/, "बुधवार"],
  [/Thursday/, "गुरुवार"],
  [/Friday/, "शुक्रवार"],
  [/Saturday/, "शनिवार"],
  [/Sunday/, "रविवार"],
  [/ and /, " और "],
  [/until (\S+?)(?=,|$)/, "$1 तक"],
  [/\bonce$/, "एक बार"],
  [/, (\d+) times$/, ", $1 बार"],
];

/** A schedule's rule in words: "हर महीने आख़िरी कार्य दिवस, 16:00, 31/03/2027 तक". */
export function translateRule(english: string): string {
  return words.reduce((text, [word, hindi]) => text.replace(word, hindi), english);
}
