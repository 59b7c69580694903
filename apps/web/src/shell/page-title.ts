import { legalTitles } from "@rokad/contract/brand-lines";
import { t } from "../language.ts";
import { branding } from "../branding.ts";
import { paths } from "../paths.ts";

/** Of the pages before the sign-in; the consoles bring theirs. */
const titles = new Map<string, string>([
  [paths.signIn, t`Sign in`],
  [paths.terms, branding.terms?.title ?? legalTitles.terms],
  [paths.privacy, branding.privacy?.title ?? legalTitles.privacy],
]);

/** Adds a console's titles by the paths of its pages, as the console's code loads. */
export function addTitles(more: Readonly<Record<string, string>>): void {
  for (const [path, title] of Object.entries(more)) if (!titles.has(path)) titles.set(path, title);
}

/** A page's name: "Payout History". */
export function pageName(pathname: string): string | undefined {
  const parent = `${pathname.slice(0, pathname.lastIndexOf("/"))}/$id`;
  return titles.get(pathname) ?? titles.get(parent);
}

/** The browser tab's title: "Payout History · Rokad". */
export function titleOf(pathname: string): string {
  const title = pageName(pathname);
  return title ? `${title} · ${branding.product}` : branding.product;
}

/**
 * Sets the title after a navigation and moves the focus to the page's start, unless a dialog was opened
 * or the page chose a field while it loaded.
 */
export function focusPage(pathname: string, pathChanged: boolean): void {
  document.title = titleOf(pathname);
  const isPlaced = document.activeElement?.closest("[role=dialog][data-open], #page input");
  if (pathChanged && !isPlaced)
    document.querySelector<HTMLElement>("#page")?.focus({ preventScroll: true });
}
