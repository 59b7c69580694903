import { t } from "../language.ts";

/** "1.2 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return t`${bytes} bytes`;
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1_000, "kB"] : [bytes / 1_000_000, "MB"];
  return `${size.toLocaleString("en-IN", { maximumFractionDigits: size < 10 ? 1 : 0 })} ${unit}`;
}
