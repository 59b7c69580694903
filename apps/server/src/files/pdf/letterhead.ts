import { brandColour } from "@rokad/contract/brand";
import type { Tenant } from "../../kernel/person.ts";
import type { Sheet } from "./sheet.ts";

/** Points: 72 make an inch. */
const a4 = { width: 595.28, height: 841.89 };

/** The area of a page inside its margins; the footer is below `bottom`. */
export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly width: number;
  readonly bottom: number;
}

export const page = frameOf(a4.width, a4.height);
/** A landscape page, for tables with many columns. */
export const widePage = frameOf(a4.height, a4.width);

function frameOf(width: number, height: number): Frame {
  return { left: 40, right: width - 40, width: width - 80, bottom: height - 52 };
}

export const muted = "#566074";
export const line = "#dfe2ea";

/** Draws the brand on the left and the title on the right. @returns the `y` below it. */
export function letterhead(sheet: Sheet, title: string, frame: Frame = page): number {
  sheet.box({ x: frame.left, y: 36.5, width: 18, height: 18 }, { fill: brandColour, radius: 5 });
  sheet.text("₹", frame.left + 5.6, 49.6, { size: 11, weight: "semibold", colour: "#ffffff" });
  sheet.text(sheet.product, frame.left + 25, 50.5, { size: 14, weight: "semibold" });
  sheet.text(title, frame.right, 50.5, { size: 14, weight: "semibold", align: "right" });
  sheet.rule(frame.left, 66, frame.width);
  return 66;
}

/** Draws the name and mobile number of the account holder. */
export function accountHolder(sheet: Sheet, { name, mobile }: Tenant, y: number): void {
  sheet.text(name, page.left, y, { size: 12, weight: "semibold", widthMax: 290 });
  const phone = `+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`;
  sheet.text(phone, page.left, y + 15, { size: 8.5, colour: muted });
}

/** Draws a name and its value in the right part of the page; a long value moves the name to the left. */
export function factAtRight(sheet: Sheet, name: string, value: string, y: number): void {
  const style = { size: 8.5 } as const;
  const width = Math.max(180, sheet.widthOf(name, style) + 10 + sheet.widthOf(value, style));
  sheet.text(name, page.right - width, y, { ...style, colour: muted });
  sheet.text(value, page.right, y, { ...style, align: "right" });
}

/** Draws the footer: a text, and the page number with the number of pages if it is known. */
export function foot(
  sheet: Sheet,
  text: string,
  number: number,
  of?: number,
  frame: Frame = page,
): void {
  sheet.rule(frame.left, frame.bottom + 8, frame.width);
  const style = { size: 7.5, colour: muted } as const;
  sheet.text(text, frame.left, frame.bottom + 22, { ...style, widthMax: 400 });
  sheet.text(
    of === undefined ? `Page ${number}` : `Page ${number} of ${of}`,
    frame.right,
    frame.bottom + 22,
    { ...style, align: "right" },
  );
}
