const units = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** "512 bytes", "14 kB", "1.2 GB": 1,024 at a time, as PostgreSQL counts. */
export function formatBytes(bytes: number): string {
  let [size, unit] = [bytes, 0];
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  const digits = size < 10 && unit > 0 ? 1 : 0;
  return `${size.toLocaleString("en-IN", { maximumFractionDigits: digits })} ${units[unit]}`;
}
