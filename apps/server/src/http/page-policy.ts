import type { Headers } from "./security-headers.ts";

/** Sources of a page: only local files, no inline script or style, no frame, no plug-in. */
const sources = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self' data:",
  "font-src": "'self'",
  "connect-src": "'self'",
  "object-src": "'none'",
  "base-uri": "'none'",
  "form-action": "'self'",
  "frame-ancestors": "'none'",
};

/**
 * The console's: text never becomes a script either. No library of the console needs a policy of
 * Trusted Types, so none may be created.
 */
const consoleSources = {
  ...sources,
  "require-trusted-types-for": "'script'",
  "trusted-types": "'none'",
};

/** What a page may use of the device: copying, and passkeys. */
const allowed = ["clipboard-write", "publickey-credentials-create", "publickey-credentials-get"];
const denied = [
  "accelerometer",
  "autoplay",
  "bluetooth",
  "browsing-topics",
  "camera",
  "clipboard-read",
  "compute-pressure",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "gamepad",
  "geolocation",
  "gyroscope",
  "hid",
  "identity-credentials-get",
  "idle-detection",
  "keyboard-map",
  "local-fonts",
  "magnetometer",
  "microphone",
  "midi",
  "otp-credentials",
  "payment",
  "picture-in-picture",
  "screen-wake-lock",
  "serial",
  "storage-access",
  "sync-xhr",
  "usb",
  "window-management",
  "xr-spatial-tracking",
];

const common: Headers = {
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY",
  "origin-agent-cluster": "?1",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "permissions-policy": [
    ...allowed.map((feature) => `${feature}=(self)`),
    ...denied.map((feature) => `${feature}=()`),
  ].join(", "),
};

const policyOf = (directives: Readonly<Record<string, string>>) =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");

/** Headers of the console's page and files, beside those of every response. */
export const consoleHeaders: Headers = {
  ...common,
  "content-security-policy": policyOf(consoleSources),
};

/** The page of the API's documents: its library writes HTML, so it has no Trusted Types. */
export const docsHeaders: Headers = {
  ...common,
  "content-security-policy": policyOf(sources),
};
