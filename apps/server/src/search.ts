/** A LIKE pattern for "contains this text": what a person types never acts as a wildcard. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
