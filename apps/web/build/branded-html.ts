import type { Plugin } from "vite";
import { brand as branding } from "@rokad/contract/brand";

const words: Record<string, string> = {
  product: branding.product,
  tagline: branding.tagline,
  signInLine: branding.signInLine,
  strengths: branding.strengths.join(" · "),
  claims: branding.claims.map(({ figure, words: of }) => `${figure} ${of}`).join(" · "),
};

/**
 * `{{product}}` and the like in index.html stay in a build, because the server fills them in with
 * what System Settings say; while one develops, the contract's brand.ts fills them.
 */
export function brandedHtml(): Plugin {
  return {
    name: "rokad:branded-html",
    transformIndexHtml: {
      order: "pre",
      handler: (html, { server }) =>
        html.replace(/\{\{(\w+)\}\}/g, (mark, name: string) => {
          const word = words[name];
          if (word === undefined)
            throw new Error(`There is no ${name} in the branding, which index.html asks for`);
          if (!server) return mark;
          return word.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
        }),
    },
  };
}
