import { readFileSync } from "node:fs";
import Pdf from "pdfkit";
import { splitByScript, type Run, type Script } from "./script-runs.ts";
import { Typeface, type EmbeddedFont, type Weight } from "./typeface.ts";

export interface TextStyle {
  readonly size: number;
  readonly weight?: Weight;
  readonly colour?: string;
  /** Which end of the text is at `x`; left by default. */
  readonly align?: "left" | "right";
  /** A longer text is cut and ends in "…". */
  readonly widthMax?: number;
}

const ink = "#0b1220";
type FontName = `${Script}-${Weight}`;

/** The fonts that documents have used. */
const fonts = new Map<FontName, Buffer>();

function readFont(name: FontName): Buffer {
  const font = fonts.get(name) ?? readFileSync(new URL(`fonts/${name}.ttf`, import.meta.url));
  fonts.set(name, font);
  return font;
}

/** An A4 document that is written page by page; a finished page leaves memory at once. */
export class Sheet {
  readonly document: PDFKit.PDFDocument;
  readonly #faces = new Map<Weight, Typeface>();
  readonly #registered = new Set<FontName>();

  /** The name of the business, on every page. */
  readonly product: string;

  /** @param title of the document, for the window of the PDF viewer. */
  constructor(title: string, product: string, layout: "portrait" | "landscape" = "portrait") {
    this.product = product;
    this.document = new Pdf({
      size: "A4",
      layout,
      margin: 0,
      autoFirstPage: false,
      lang: "en-IN",
      displayTitle: true,
      info: { Title: title, Author: product, Producer: product, Creator: product },
    });
  }

  addPage(): void {
    this.document.addPage();
  }

  /** Writes one line of text with its baseline at `y`. */
  text(text: string, x: number, y: number, style: TextStyle): void {
    const runs = this.#fit(splitByScript(text), style);
    let at = style.align === "right" ? x - this.#widthOf(runs, style) : x;
    for (const [number, run] of runs.entries()) {
      if (run.script === "latin") this.#latin(run.text, at, y, style);
      else this.#shaped(run, at, y, style);
      if (number < runs.length - 1) at += this.#widthOf([run], style);
    }
  }

  widthOf(text: string, style: TextStyle): number {
    return this.#widthOf(splitByScript(text), style);
  }

  /** @returns the text, or what fits of it and "…". */
  shorten(text: string, style: TextStyle): string {
    return this.#fit(splitByScript(text), style)
      .map((run) => run.text)
      .join("");
  }

  /** Splits a text between words into lines of at most `width`. */
  wrap(text: string, width: number, style: TextStyle): string[] {
    const lines: string[] = [];
    for (const word of text.split(/\s+/)) {
      const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
      if (lines.length > 0 && this.widthOf(longer, style) <= width)
        lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  }

  rule(x: number, y: number, width: number, colour = "#dfe2ea", thickness = 0.6): void {
    this.document
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(thickness)
      .strokeColor(colour)
      .stroke();
  }

  box(
    place: { x: number; y: number; width: number; height: number },
    style: { fill?: string; line?: string; radius?: number },
  ): void {
    const { x, y, width, height } = place;
    const shape = this.document.roundedRect(x, y, width, height, style.radius ?? 0).lineWidth(0.6);
    if (style.fill && style.line) shape.fillAndStroke(style.fill, style.line);
    else if (style.fill) shape.fill(style.fill);
    else if (style.line) shape.stroke(style.line);
  }

  #latin(text: string, x: number, y: number, { size, weight, colour }: TextStyle): void {
    const face = this.#face(weight);
    // pdfkit flips the page so that y grows downwards, so the text is flipped back.
    this.document.addContent(
      `BT ${rgb(colour ?? ink)} rg /${face.font.id} ${size} Tf 1 0 0 -1 ${point(x)} ${point(y)} Tm ${face.show(text)} TJ ET`,
    );
    const { fonts: used } = this.document.page as unknown as { fonts: Record<string, unknown> };
    used[face.font.id] ??= face.font.ref();
  }

  /** Writes a script with joining letters, which pdfkit shapes. */
  #shaped({ script, text }: Run, x: number, y: number, style: TextStyle): void {
    this.#useFont(script, style);
    this.document
      .fillColor(style.colour ?? ink)
      .text(text, x, y, { lineBreak: false, baseline: "alphabetic" });
  }

  #widthOf(runs: readonly Run[], style: TextStyle): number {
    return runs.reduce((width, { script, text }) => {
      if (script === "latin") return width + this.#face(style.weight).widthOf(text, style.size);
      this.#useFont(script, style);
      return width + this.document.widthOfString(text);
    }, 0);
  }

  /** Shortens the runs to `widthMax`. */
  #fit(runs: readonly Run[], style: TextStyle): readonly Run[] {
    const { widthMax, size, weight } = style;
    if (widthMax === undefined || this.#widthOf(runs, style) <= widthMax) return runs;
    let left = widthMax - this.#face(weight).widthOf("…", size);
    const fitting: Run[] = [];
    for (const run of runs) {
      const width = this.#widthOf([run], style);
      if (width > left) {
        fitting.push({ ...run, text: this.#cut(run, left, style) });
        break;
      }
      fitting.push(run);
      left -= width;
    }
    return [...fitting, { script: "latin", text: "…" }];
  }

  /** Cuts joining letters between words only, because a part of one would read as another word. */
  #cut(run: Run, width: number, style: TextStyle): string {
    const { script, text } = run;
    if (script === "latin") {
      const letters = this.#face(style.weight).fitting(text, style.size, width);
      return text.slice(0, letters).trimEnd();
    }
    const words = text.split(" ");
    while (words.length > 0 && this.#widthOf([{ script, text: words.join(" ") }], style) > width)
      words.pop();
    return words.join(" ");
  }

  #useFont(script: Script, { weight = "regular", size }: TextStyle): void {
    const name: FontName = `${script}-${weight}`;
    if (!this.#registered.has(name)) this.document.registerFont(name, readFont(name));
    this.#registered.add(name);
    this.document.font(name).fontSize(size);
  }

  #face(weight: Weight = "regular"): Typeface {
    let face = this.#faces.get(weight);
    if (!face) {
      this.#useFont("latin", { weight, size: 10 });
      const { _font } = this.document as unknown as { readonly _font: EmbeddedFont };
      face = new Typeface(_font);
      this.#faces.set(weight, face);
    }
    return face;
  }
}

function point(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** `#3848e8` as three numbers from 0 to 1, for PDF. */
function rgb(colour: string): string {
  return [1, 3, 5]
    .map((at) => point(Number.parseInt(colour.slice(at, at + 2), 16) / 255))
    .join(" ");
}
