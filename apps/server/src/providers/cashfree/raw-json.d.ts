// In V8 since Node 21 and not in TypeScript's own library yet.
interface JSON {
  /** A value that `JSON.stringify` writes exactly as this text. */
  rawJSON(text: string): object;
}
