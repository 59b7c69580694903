import answers from "./hindi-answers.json" with { type: "json" };
import { translateRule } from "./hindi-rule.ts";

/*
 * The API answers in English. Its console translates what it shows, and the server its e-mails:
 * `hindi-answers.json` has their texts as they stand in the code, with {0}, {1} for their values.
 */
const texts = new Map<string, string>(Object.entries(answers));

/**
 * Fields of answers that hold sentences, and how many letters besides its values a text needs in each
 * to be recognised. People write some of these fields too. No name, remark or reference is among them.
 */
const sentenceFields: Readonly<Record<string, number>> = {
  amount_reason: 16,
  balance_problem: 4,
  check: 4,
  detail: 4,
  device: 16,
  email_problem: 4,
  error: 4,
  failure_reason: 8,
  hint: 4,
  last_error: 8,
  message: 4,
  notes: 8,
  particulars: 4,
  problem: 4,
  problems: 4,
  reason: 16,
  remedy: 4,
  repairs: 4,
  sentence: 4,
  text: 4,
  title: 4,
  warnings: 4,
  what: 4,
  why: 4,
};
/** Within these is what people wrote or a log recorded, and a form may send it back. */
const rawFields: ReadonlySet<string> = new Set(["value", "default", "before", "after", "headers"]);
/** Of a label or message that is known to be ours. */
const lettersMinOfTexts = 4;
/** For a text among the values of another, which may also be a name. */
const lettersMinOfValues = 12;

interface Pattern {
  readonly matches: RegExp;
  readonly translation: string;
  /** Outside the values: of two patterns that match, the one with more is meant, then the longer one. */
  readonly letters: number;
  readonly length: number;
}

let patterns: readonly Pattern[] | undefined;
const known = new Map<string, string>();
/** Lists are the same few labels again and again; what people wrote is forgotten in time. */
const knownMax = 5_000;

/** Adds translations: what only super admins are answered, and texts of e-mails. */
export function addAnswers(more: Readonly<Record<string, string>>): void {
  for (const [english, translation] of Object.entries(more)) texts.set(english, translation);
  patterns = undefined;
  known.clear();
}

/** The Hindi of a text, itself if it has none. Texts among its values are translated too. */
export function translate(text: string, lettersMin = lettersMinOfTexts): string {
  const key = `${lettersMin} ${text}`;
  const exact = texts.get(text) ?? known.get(key);
  if (exact !== undefined) return exact;
  if (known.size >= knownMax) known.clear();
  const translation = translateByPattern(text, lettersMin);
  known.set(key, translation);
  return translation;
}

function translateByPattern(text: string, lettersMin: number): string {
  patterns ??= readPatterns();
  for (const { matches, translation, letters } of patterns) {
    const values = matches.exec(text)?.slice(1);
    const isMeant =
      letters >= lettersMin || values?.every((one) => isFigure(one)) || isAmount(values?.[0]);
    if (values && isMeant)
      return translation.replace(/\{(\d+)\}/g, (_, at) =>
        translate(values[Number(at)] ?? "", lettersMinOfValues),
      );
  }
  return text;
}

/** An amount, a count, a day or a time. */
const isFigure = (value: string) => /^[₹\d,.:%/ ]+$/.test(value);
/** What begins with an amount is no name. */
const isAmount = (value = "") => value.startsWith("₹") && isFigure(value);

function readPatterns(): readonly Pattern[] {
  return [...texts]
    .filter(([english]) => /\{\d+\}/.test(english))
    .map(([english, translation]) => {
      const parts = english.split(/\{\d+\}/);
      return {
        matches: new RegExp(`^${parts.map(escape).reduce(addValue)}$`, "s"),
        translation,
        letters: parts.join("").replace(/[^a-z]/gi, "").length,
        length: parts.join("").length,
      };
    })
    .toSorted((one, other) => other.letters - one.letters || other.length - one.length);
}

/**
 * A value that follows a word without a space is an ending, such as " with charges", and one that
 * follows a full stop another sentence: both may be absent.
 */
function addValue(before: string, after: string): string {
  const value = before.endsWith("\\.") ? "((?: .+?)?)" : /\w$/.test(before) ? "(.*?)" : "(.+?)";
  return before + value + after;
}

function escape(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&");
}

/** A copy of an answer with its sentences in Hindi. */
export function translateAnswer<Answer>(answer: Answer): Answer {
  return translateWithin(answer, undefined) as Answer;
}

function translateWithin(value: unknown, field: string | undefined): unknown {
  if (typeof value === "string") return translateField(value, field);
  if (Array.isArray(value)) return value.map((each) => translateWithin(each, field));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      rawFields.has(name) ? each : translateWithin(each, name),
    ]),
  );
}

function translateField(text: string, field: string | undefined): string {
  if (field === "rule_text") return translateRule(text);
  const lettersMin = field === undefined ? undefined : sentenceFields[field];
  if (lettersMin === undefined) return text;
  return translateFacts(text, lettersMin);
}

/** The Hindi of a text with several facts: "HDFC Bank ****6789 · fee ₹5.00", "3 × Payout failed". */
export function translateFacts(text: string, lettersMin?: number): string {
  return text
    .split(/( [·×] )/)
    .map((part) => translate(part, lettersMin))
    .join("");
}
