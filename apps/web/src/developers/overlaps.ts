import { t } from "../language.ts";

/** How long an old secret stays valid, in hours. */
export const overlaps = [
  { value: "24", label: t`For 24 hours` },
  { value: "1", label: t`For 1 hour` },
  { value: "168", label: t`For 7 days` },
  { value: "0", label: t`Not at all` },
] as const;
export type Overlap = (typeof overlaps)[number]["value"];
