import type { Plugin } from "vite";
import { brand as branding } from "@rokad/contract/brand";

const values: Record<string, string> = {
  product: branding.product,
  tagline: branding.tagline,
  signInLine: branding.signInLine,
  strengths: branding.strengths.join(" · "),
  passkeyHost: "localhost",
  claims: branding.claims.map(({ figure, words: of }) => `${figure} ${of}`).join(" · "),
};

/**
 * A build keeps `{{product}}` and other placeholders of index.html, because the server replaces them
 * with the System Settings. The development server uses the contract's brand.ts.
 */
export function brandedHtml(): Plugin {
  return {
    name: "rokad:branded-html",
    transformIndexHtml: {
      order: "pre",
      handler: (html, { server }) =>
        html.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
          const value = values[name];
          if (value === undefined)
            throw new Error(`index.html uses {{${name}}}, which the branding does not have`);
          if (!server) return placeholder;
          return value.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
        }),
    },
  };
}
