/**
 * Whether the person with this name is the signed-in one. The session names a person only by name,
 * so two active people with one name count as unknown, and the server decides.
 */
export function isSelf(
  name: string,
  self: string | undefined,
  people: readonly { readonly name: string }[],
): boolean {
  return name === self && people.filter((person) => person.name === name).length === 1;
}
