// Available since Node 21, but missing in TypeScript's own library.
interface JSON {
  /** A value that `JSON.stringify` writes as exactly this text. */
  rawJSON(text: string): object;
}
