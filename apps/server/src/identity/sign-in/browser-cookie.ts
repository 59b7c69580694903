import { randomBytes } from "node:crypto";

const name = "rokad_browser";
const pattern = new RegExp(`(?:^|; ?)${name}=([A-Za-z0-9_-]{43})(?:;|$)`);
const daysMax = 400;

/** The secret of the browser that sent these cookies; undefined without one. */
export function readBrowser(cookies: string | undefined): string | undefined {
  return pattern.exec(cookies ?? "")?.[1];
}

/** A new secret: 256 random bits. */
export const newBrowser = () => randomBytes(32).toString("base64url");

/** The cookie for a browser. Scripts can't read it, and only sign-in calls get it. */
export function browserCookie(browser: string): string {
  return `${name}=${browser}; Path=/api/v1/auth; Max-Age=${daysMax * 24 * 60 * 60}; HttpOnly; SameSite=Strict`;
}
