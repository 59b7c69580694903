/**
 * For a journey with the same steps on every device: `npm test` takes a desk, the sweep also the
 * narrowest phone. A journey whose steps differ names its own viewports.
 */
export const devices = [
  { device: "a desk", viewport: { width: 1440, height: 900 }, tag: [] },
  { device: "a phone", viewport: { width: 360, height: 740 }, tag: ["@sweep"] },
];
