/** A mark's meaning; colour tokens adapt it to light and dark. */
export type ChartTone = "brand" | "good" | "bad" | "info" | "quiet";

export const fills: Record<ChartTone, string> = {
  brand: "fill-brand",
  good: "fill-good",
  bad: "fill-bad",
  info: "fill-info",
  quiet: "fill-edge",
};

export const swatches: Record<ChartTone, string> = {
  brand: "bg-brand",
  good: "bg-good",
  bad: "bg-bad",
  info: "bg-info",
  quiet: "bg-edge",
};
