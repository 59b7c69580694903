/** A setting is invalid or missing. The message is for the person who starts Rokad. */
export class ConfigError extends Error {
  override name = "ConfigError";
}
