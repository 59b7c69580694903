/**
 * PostgreSQL can't be started, reached or migrated. The message is for the person who starts Rokad;
 * `isForPerson` marks it to be printed without a stack.
 */
export class PostgresError extends Error {
  override name = "PostgresError";
  readonly isForPerson = true;
}
