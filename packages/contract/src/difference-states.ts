/** `known`: still differs, explained by a person; `settled` by a person; `gone` without action. */
export const differenceStates = ["open", "known", "settled", "gone"] as const;
type DifferenceState = (typeof differenceStates)[number];

export const differenceStateLabels: Readonly<Record<DifferenceState, string>> = {
  open: "Open",
  known: "Marked as known",
  settled: "Settled",
  gone: "No longer differs",
};
