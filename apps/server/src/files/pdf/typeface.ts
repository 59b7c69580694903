export type Weight = "regular" | "semibold";

/** Properties of pdfkit's embedded font; the package's types omit them. */
export interface EmbeddedFont {
  readonly id: string;
  ref(): unknown;
  encode(text: string, features?: readonly string[]): [glyphs: string[], positions: Position[]];
}

interface Position {
  readonly xAdvance: number;
}

interface Glyph {
  readonly code: string;
  /** In thousandths of the font size. */
  readonly advance: number;
}

/** Digits and separators are not kerned, so that columns line up. */
const unkerned = new Set([..."0123456789.,"].map((letter) => letter.charCodeAt(0)));

/**
 * One weight of the Latin font in one document, with a cache of shaped letters and pairs: pdfkit
 * shapes every text again, which takes most of the time of a long table. Every character code of
 * this font fits in 16 bits, so a pair is one number.
 */
export class Typeface {
  readonly font: EmbeddedFont;
  readonly #glyphs: Glyph[] = [];
  readonly #kerning = new Map<number, number>();

  constructor(font: EmbeddedFont) {
    this.font = font;
  }

  /** The width of a Latin text at a size. */
  widthOf(text: string, size: number): number {
    let width = 0;
    let before = 0;
    for (let at = 0; at < text.length; at += 1) {
      const letter = text.charCodeAt(at);
      width += this.#glyph(letter).advance + this.#kern(before, letter);
      before = letter;
    }
    return (width * size) / 1000;
  }

  /** How many letters of a Latin text fit into a width. */
  fitting(text: string, size: number, width: number): number {
    let left = (width * 1000) / size;
    let before = 0;
    for (let at = 0; at < text.length; at += 1) {
      const letter = text.charCodeAt(at);
      left -= this.#glyph(letter).advance + this.#kern(before, letter);
      if (left < 0) return at;
      before = letter;
    }
    return text.length;
  }

  /** A Latin text as the operand of PDF's TJ: glyphs with their kerning. */
  show(text: string): string {
    let shown = "[<";
    let before = 0;
    for (let at = 0; at < text.length; at += 1) {
      const letter = text.charCodeAt(at);
      const kern = this.#kern(before, letter);
      if (kern !== 0) shown += `> ${-Math.round(kern)} <`;
      shown += this.#glyph(letter).code;
      before = letter;
    }
    return `${shown}>]`;
  }

  #glyph(letter: number): Glyph {
    return (this.#glyphs[letter] ??= this.#shape(letter));
  }

  #shape(letter: number): Glyph {
    const [[code = "0000"], [position]] = this.font.encode(String.fromCharCode(letter), ["tnum"]);
    return { code, advance: position?.xAdvance ?? 0 };
  }

  #kern(before: number, letter: number): number {
    if (before === 0 || unkerned.has(before) || unkerned.has(letter)) return 0;
    const pair = before * 65_536 + letter;
    let kern = this.#kerning.get(pair);
    if (kern === undefined) {
      const [, [first]] = this.font.encode(String.fromCharCode(before, letter), ["tnum"]);
      kern = (first?.xAdvance ?? 0) - this.#glyph(before).advance;
      this.#kerning.set(pair, kern);
    }
    return kern;
  }
}
