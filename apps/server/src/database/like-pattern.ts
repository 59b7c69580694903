/** A LIKE pattern for "contains this text". Wildcards in the text are escaped. */
export function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
