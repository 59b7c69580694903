/**
 * What the console and the files that the server makes both carry of the brand. The console's
 * lines, links and legal pages are in its own branding file.
 */
export const brand = {
  product: "Rokad",
  /** Of the light theme, for paper. */
  colour: "#3848e8",
} as const;
