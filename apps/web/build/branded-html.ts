import type { Plugin } from "vite";
import { branding } from "../src/branding.ts";

const words: Record<string, string> = {
  product: branding.product,
  tagline: branding.tagline,
  signInLine: branding.signInLine,
  strengths: branding.strengths.join(" · "),
  claims: branding.claims.map(({ figure, words: of }) => `${figure} ${of}`).join(" · "),
};

/** Fills `{{product}}` and the like in index.html from branding.ts, so a business changes one file. */
export function brandedHtml(): Plugin {
  return {
    name: "rokad:branded-html",
    transformIndexHtml: {
      order: "pre",
      handler: (html) =>
        html.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
          const word = words[name];
          if (word === undefined)
            throw new Error(`branding.ts has no ${name}, which index.html asks for`);
          return word.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
        }),
    },
  };
}
