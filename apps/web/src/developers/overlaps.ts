/** How long an old secret stays valid, in hours. */
export const overlaps = [
  { value: "24", label: "For 24 hours" },
  { value: "1", label: "For 1 hour" },
  { value: "168", label: "For 7 days" },
  { value: "0", label: "Not at all" },
] as const;
export type Overlap = (typeof overlaps)[number]["value"];
