import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { bootScript } from "./build/boot-script.ts";
import { brandedHtml } from "./build/branded-html.ts";
import { chunkGroups } from "./build/chunk-groups.ts";
import { noRings } from "./build/no-rings.ts";
import { precompress } from "./build/precompress.ts";
import { singleIcons } from "./build/single-icons.ts";

const server = process.env["ROKAD_SERVER"] ?? "http://localhost:3000";
const proxy = { "/api": server, "/healthz": server };

export default defineConfig({
  plugins: [
    singleIcons(),
    react(),
    tailwindcss(),
    brandedHtml(),
    bootScript(),
    noRings(),
    precompress(),
  ],
  server: { port: 5173, proxy },
  preview: { port: 4173, proxy },
  build: {
    target: "es2023",
    // A small font as a data: URL would be refused by the Content-Security-Policy.
    assetsInlineLimit: 0,
    // Every browser of the target preloads modules itself; the polyfill would be an extra script.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The bundler would name these after every page that uses them.
        chunkFileNames: ({ name }) =>
          `assets/${name.startsWith("shared") ? "shared" : name}-[hash].js`,
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
});
