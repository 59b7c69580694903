import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { brand } from "@rokad/contract/brand";
import type { Branding } from "@rokad/contract/brand-lines";
import type { FastifyReply, FastifyRequest } from "fastify";
import { logFailure } from "../database/log-failure.ts";
import { escapeHtml } from "../kernel/escape-html.ts";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** What the page shows before it asks the API. */
export interface PageValues extends Partial<Branding> {
  /** The host name at which people may sign in with a passkey; empty if they may not. */
  readonly passkeyHost?: string;
}

interface Page {
  /** Its values, as JSON. */
  readonly values: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

/**
 * A handler for the console's page with the branding filled in, so that a browser never shows the
 * default first. The page is rendered and compressed once per change of the branding.
 * @param template the built index.html, with placeholders such as `{{product}}`.
 * @param readValues returns the host name of passkeys, and what differs from `brand.ts`.
 */
export function consolePage(template: string, readValues: () => Promise<PageValues>) {
  const source = readFile(template, "utf8");
  let current: Page | undefined;

  return async function send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const changed = await readValues().catch((error: unknown) => {
      // The page is sent even without the database, so that it can show the outage.
      logFailure(error, "The branding could not be read");
      return undefined;
    });
    const values = changed ? JSON.stringify(changed) : (current?.values ?? "{}");
    if (current?.values !== values) current = await renderPage(await source, values);
    return sendPage(request, reply, current);
  };
}

async function renderPage(source: string, values: string): Promise<Page> {
  const plain = Buffer.from(fillIn(source, JSON.parse(values) as PageValues));
  const [br, zipped] = await Promise.all([brotli(plain), zip(plain)]);
  const etag = `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
  return { values, etag, plain, br, gzip: zipped };
}

function fillIn(source: string, { passkeyHost = "", ...changed }: PageValues): string {
  const values: Readonly<Record<string, string>> = {
    ...placeholderValues({ ...brand, ...changed }),
    passkeyHost,
  };
  const page = source.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) =>
    escapeHtml(values[name] ?? placeholder),
  );
  if (Object.keys(changed).length === 0) return page;
  // A JSON block is not executed, so the content security policy allows it.
  const data = JSON.stringify(changed).replaceAll("<", String.raw`\u003c`);
  const block = `<script type="application/json" id="branding">${data}</script>`;
  return page.replace("</head>", () => `${block}</head>`);
}

function placeholderValues(branding: Branding): Readonly<Record<string, string>> {
  return {
    product: branding.product,
    tagline: branding.tagline,
    signInLine: branding.signInLine,
    strengths: branding.strengths.join(" · "),
    claims: branding.claims.map(({ figure, words }) => `${figure} ${words}`).join(" · "),
  };
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  reply
    .header("cache-control", "no-cache")
    .header("vary", "accept-encoding")
    .header("etag", page.etag)
    .type("text/html; charset=utf-8");
  if (request.headers["if-none-match"] === page.etag) return reply.code(304).send();
  const accepted = request.headers["accept-encoding"] ?? "";
  const encoding = (["br", "gzip"] as const).find((one) =>
    new RegExp(String.raw`(^|[\s,])${one}(?!\s*;\s*q=0(\.0*)?\s*(,|$))`).test(accepted),
  );
  return encoding
    ? reply.header("content-encoding", encoding).send(page[encoding])
    : reply.send(page.plain);
}
