import { z } from "zod";

/** Of HTTPS. What is sent there carries keys or personal data, so plain HTTP is allowed to this machine only. */
export const secureUrl = z
  .url({ protocol: /^https?$/ })
  .refine((url) => url.startsWith("https:") || isLoopback(url), "must begin with https://");

export function isLoopback(url: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);
}

/** A base to which paths are added. */
export const isBase = (url: string) => !/[?#]|\/$/.test(url);
export const notBase = "must not end in / and must not contain ? or #";
