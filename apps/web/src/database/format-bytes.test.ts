import { expect, test } from "vitest";
import { formatBytes } from "./format-bytes.ts";

test.for([
  [0, "0 bytes"],
  [1023, "1,023 bytes"],
  [1024, "1 kB"],
  [1536, "1.5 kB"],
  [14 * 1024, "14 kB"],
  [9_663_676_416, "9 GB"],
  [3 * 1024 ** 5, "3,072 TB"],
] as const)("%i bytes are %s", ([bytes, text]) => {
  expect(formatBytes(bytes)).toBe(text);
});
