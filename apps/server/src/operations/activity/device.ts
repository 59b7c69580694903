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
