import { brand } from "@rokad/contract/brand";
import type { Tenant } from "../sign-in/person.ts";
import type { Sheet } from "./sheet.ts";

/** Points: 72 make an inch. */
const a4 = { width: 595.28, height: 841.89 };

/** The frame of every page that we print: margins, the brand at the top, the foot. */
export const page = {
  left: 40,
  right: a4.width - 40,
  width: a4.width - 80,
  bottom: a4.height - 52,
};
export const muted = "#566074";
export const line = "#dfe2ea";

/** The brand on the left and what this is on the right; returns where the page goes on. */
export function letterhead(sheet: Sheet, title: string): number {
  sheet.box({ x: page.left, y: 36.5, width: 18, height: 18 }, { fill: brand.colour, radius: 5 });
  sheet.text("₹", page.left + 5.6, 49.6, { size: 11, weight: "semibold", colour: "#ffffff" });
  sheet.text(brand.product, page.left + 25, 50.5, { size: 14, weight: "semibold" });
  sheet.text(title, page.right, 50.5, { size: 14, weight: "semibold", align: "right" });
  sheet.rule(page.left, 66, page.width);
  return 66;
}

/** Whose paper it is. */
export function accountHolder(sheet: Sheet, { name, mobile }: Tenant, y: number): void {
  sheet.text(name, page.left, y, { size: 12, weight: "semibold", widthMax: 290 });
  const phone = `+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`;
  sheet.text(phone, page.left, y + 15, { size: 8.5, colour: muted });
}

/** A name and its value, in the right part of the page. */
export function factAtRight(sheet: Sheet, name: string, value: string, y: number): void {
  sheet.text(name, page.right - 180, y, { size: 8.5, colour: muted });
  sheet.text(value, page.right, y, { size: 8.5, align: "right" });
}

export function foot(sheet: Sheet, words: string, number: number, of: number): void {
  sheet.rule(page.left, a4.height - 44, page.width);
  const style = { size: 7.5, colour: muted } as const;
  sheet.text(words, page.left, a4.height - 30, { ...style, widthMax: 400 });
  sheet.text(`Page ${number} of ${of}`, page.right, a4.height - 30, { ...style, align: "right" });
}
