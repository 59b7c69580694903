import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { minifySync, type Plugin } from "vite";

const source = new URL("../src/boot.js", import.meta.url);

/**
 * Puts `src/boot.js` into the head as a classic script, before anything is painted. It has to be
 * a file, because the Content-Security-Policy allows no inline script, and it can't be a module,
 * because modules run after the first paint. Vite bundles neither, so it is emitted here, hashed.
 */
export function bootScript(): Plugin {
  let src = "/src/boot.js";
  return {
    name: "rokad:boot-script",
    buildStart() {
      if (this.meta.watchMode || this.environment.mode !== "build") return;
      const { code } = minifySync("boot.js", readFileSync(source, "utf8"));
      const hash = createHash("sha256").update(code).digest("base64url").slice(0, 8);
      src = `/assets/boot-${hash}.js`;
      this.emitFile({ type: "asset", fileName: src.slice(1), source: code });
    },
    transformIndexHtml: () => [{ tag: "script", attrs: { src }, injectTo: "head-prepend" }],
  };
}
