import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { brand, type Branding } from "@rokad/contract/brand";
import type { FastifyReply, FastifyRequest } from "fastify";
import { log } from "./log.ts";
import { readChangedBranding } from "./platform/read-branding.ts";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

interface Page {
  readonly of: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

/**
 * The console's first page with the business's name and lines in it, so that the old ones are never
 * seen: made once for each change of them, and sent compressed.
 * @param template the built index.html, which has `{{product}}` and the like where they stand.
 */
export function consolePage(template: string) {
  const source = readFile(template, "utf8");
  let last: Page | undefined;

  return async function send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const changed = await readChangedBranding().catch((error: unknown) => {
      // Somebody must see that the database is away; the page itself can tell them.
      log().warn({ err: error }, "The branding could not be read");
      return undefined;
    });
    const of = changed ? JSON.stringify(changed) : (last?.of ?? "{}");
    if (last?.of !== of) last = await pageOf(await source, of);
    return answer(request, reply, last);
  };
}

async function pageOf(source: string, of: string): Promise<Page> {
  const plain = Buffer.from(branded(source, JSON.parse(of) as Partial<Branding>));
  const [br, zipped] = await Promise.all([brotli(plain), zip(plain)]);
  const etag = `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
  return { of, etag, plain, br, gzip: zipped };
}

function branded(source: string, changed: Partial<Branding>): string {
  const words = wordsOf({ ...brand, ...changed });
  const page = source.replace(/\{\{(\w+)\}\}/g, (mark, name: string) =>
    escaped(words[name] ?? mark),
  );
  if (Object.keys(changed).length === 0) return page;
  // Data and no script: the browser runs nothing of it, so the policy need not allow it.
  const data = JSON.stringify(changed).replaceAll("<", String.raw`\u003c`);
  const block = `<script type="application/json" id="branding">${data}</script>`;
  return page.replace("</head>", () => `${block}</head>`);
}

function wordsOf(branding: Branding): Readonly<Record<string, string>> {
  return {
    product: branding.product,
    tagline: branding.tagline,
    signInLine: branding.signInLine,
    strengths: branding.strengths.join(" · "),
    claims: branding.claims.map(({ figure, words }) => `${figure} ${words}`).join(" · "),
  };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function answer(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
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
