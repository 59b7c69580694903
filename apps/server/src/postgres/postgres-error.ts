/**
 * PostgreSQL can't be started or brought up to date. The message is a sentence for
 * the person who starts Rokad, so `sentence` asks for it to be shown without a trace.
 */
export class PostgresError extends Error {
  override name = "PostgresError";
  readonly sentence = true;
}
