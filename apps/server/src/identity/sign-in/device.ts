/** Order matters: Edge and Opera also claim to be Chrome, and Chrome claims to be Safari. */
const browsers: readonly [sign: RegExp, name: string][] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, "Chrome"],
  [/\bVersion\/\S+ .*Safari\//, "Safari"],
  [/^(curl|node|python|Go-http|okhttp|axios|Postman)/i, "A program"],
];
const systems: readonly [sign: RegExp, name: string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "Mac"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** Shortens a User-Agent header to browser and system: "Chrome on Windows". */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const match = (names: typeof browsers) => names.find(([sign]) => sign.test(userAgent))?.[1];
  const [browser, system] = [match(browsers), match(systems)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Another program";
}

/** A network address without its last part: `203.0.113.x`, `2001:db8:1:2:x`. */
export function maskAddress(address: string | null): string | null {
  if (address === null) return null;
  const [, v4] = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(address) ?? [];
  if (v4 !== undefined) return `${v4}.x`;
  return `${address.split(":").slice(0, 4).join(":")}:x`;
}

/** "Chrome on Windows at 203.0.113.x", for notifications. */
export function describeDevice(from: {
  readonly address: string;
  readonly userAgent: string | undefined;
}): string {
  return `${deviceOf(from.userAgent ?? null) ?? "An unknown device"} at ${maskAddress(from.address) ?? ""}`;
}
