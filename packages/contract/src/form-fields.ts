import * as z from "zod/mini";
import { limits } from "./limits.ts";

/*
 * The texts and amounts of forms, with the specification's exact messages. Apart from `fields.ts`,
 * which the sign-in page loads.
 */

export const ifscPattern = /^[A-Z]{4}0[A-Z0-9]{6}$/;
/** After the `@`: a letter, then letters and digits, because `@kotak811` is a real handle. */
export const upiIdPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{1,255}@[A-Za-z][A-Za-z0-9]{1,63}$/;
export const accountNumberPattern = /^[0-9]{9,18}$/;

/**
 * A required text: trimmed, then checked for `min` and `max` characters, each with its message. One
 * line without hidden characters; with `isMultiline`, line breaks and tabs too.
 */
export function text(rule: {
  required: string;
  min?: [chars: number, message: string];
  max: [chars: number, message: string];
  isMultiline?: boolean;
}) {
  const [min, minMessage] = rule.min ?? [1, rule.required];
  const [max, maxMessage] = rule.max;
  return z
    .string({ error: rule.required })
    .check(
      z.trim(),
      z.minLength(1, { error: rule.required, abort: true }),
      z.minLength(min, { error: minMessage, abort: true }),
      z.maxLength(max, { error: maxMessage, abort: true }),
      rule.isMultiline ? noControlCharacters() : oneLine(),
    );
}

/** A text that is blank or passes `rule`; its first message is reported. */
export function blankOr(rule: z.ZodMiniType<string>, notText: string) {
  return z.string({ error: notText }).check(
    z.check<string>((context) => {
      const parsed = context.value === "" ? undefined : rule.safeParse(context.value);
      const message = parsed?.error?.issues[0]?.message;
      if (message) context.issues.push({ code: "custom", message, input: context.value });
    }),
  );
}

/**
 * Rejects line breaks, half emojis and whatever can't be seen: a name with them can look like another
 * name, or turn the text after it round. A joiner may follow a virama, as Indic scripts need (RFC 5892,
 * appendix A).
 */
export function oneLine() {
  return z.refine<string>((value) => !hidden.test(value), {
    error: "Please remove line breaks and hidden characters",
  });
}
const viramas = "\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D";
const hidden = new RegExp(
  `(?![\u200C\u200D])[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]|(?<![${viramas}])[\u200C\u200D]`,
  "u",
);

/**
 * Rejects control characters other than line breaks and tabs, and marks that turn text round.
 * PostgreSQL stores neither NUL nor half of an emoji, a lone surrogate.
 */
export function noControlCharacters() {
  return z.refine<string>((value) => !unprintable.test(value), {
    error: "Please remove the characters that can't be printed",
  });
}
const unprintable = /(?![\r\n\t])\p{Cc}|[\p{Bidi_Control}\p{Cs}\p{Zl}\p{Zp}]/u;

/** A text that a list is searched for, trimmed; each list says what it is compared with. */
export function search() {
  return z.optional(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(limits.searchCharsMax, "Search must not exceed 100 characters"),
        noControlCharacters(),
      ),
  );
}

export const remarks = z.optional(
  z
    .string({ error: "Remarks must be text" })
    .check(
      z.trim(),
      z.maxLength(limits.remarksCharsMax, "Remarks must not exceed 200 characters"),
      noControlCharacters(),
    ),
);

/**
 * An amount as a person enters it: a JSON number in rupees with at most two decimals. Rejects
 * 1.005 instead of rounding it.
 * @param rule the limits in paise, each with its message.
 */
export function rupees(rule: {
  required: string;
  min: [paise: number, message: string];
  max: [paise: number, message: string];
}) {
  return z
    .number({ error: (issue) => (isBlank(issue.input) ? rule.required : notRupees) })
    .check(
      z.refine((value) => value * 100 >= rule.min[0], { error: rule.min[1], abort: true }),
      z.refine((value) => value * 100 <= rule.max[0], { error: rule.max[1], abort: true }),
      z.refine((value) => /^\d+(\.\d{1,2})?$/.test(String(value)), { error: notRupees }),
    )
    .register(z.globalRegistry, {
      description: "Rupees with at most two decimals",
      minimum: rule.min[0] / 100,
      maximum: rule.max[0] / 100,
    });
}
const isBlank = (input: unknown) => input === undefined || input === null || input === "";
const notRupees = "Enter an amount in rupees with at most two decimals";
