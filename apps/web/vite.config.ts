import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { bootScript } from "./build/boot-script.ts";
import { brandedHtml } from "./build/branded-html.ts";
import { callDocs } from "./build/call-docs.ts";
import { chunkGroups } from "./build/chunk-groups.ts";
import { noImportCycles } from "./build/no-import-cycles.ts";
import { precompress } from "./build/precompress.ts";
import { singleIcons } from "./build/single-icons.ts";

const server = process.env["ROKAD_SERVER"] ?? "http://localhost:3000";
const proxy = { "/api": server, "/healthz": server };

export default defineConfig({
  plugins: [
    callDocs(),
    singleIcons(),
    react(),
    tailwindcss(),
    brandedHtml(),
    bootScript(),
    noImportCycles(),
    precompress(),
  ],
  resolve: {
    // The hook is part of React since 18; the shim for older ones would be another file's weight.
    alias: [{ find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: "react" }],
  },
  server: { port: 5173, proxy },
  preview: { port: 4173, proxy },
  build: {
    target: "es2023",
    // The Content-Security-Policy would block a small font as a data: URL.
    assetsInlineLimit: 0,
    // All target browsers support modulepreload; the polyfill would be an extra script.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Otherwise the bundler names shared chunks after every page that uses them. The sign-in page
        // fetches the names of all chunks, and hashes don't compress: seven characters have 42 bits.
        chunkFileNames: ({ name }) =>
          `assets/${name.startsWith("shared") ? "s" : name.replace(/-(?:page|dialog)$/, "")}-[hash:7].js`,
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
});
