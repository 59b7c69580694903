import type { Call } from "./call.ts";

/** Who may make a call. Empty: a person, as the document says for all calls. */
export function securityOf({ who, scopes }: Call) {
  if (who === "anyone") return { security: [] };
  if (who === "key") return { security: [{ apiKey: [] }] };
  return scopes ? { security: [{ bearer: [] }, { apiKey: [] }] } : {};
}

export function mayBeMadeByKey({ who, scopes }: Call): boolean {
  return who === "key" || scopes !== undefined;
}

/** What a call needs and when to repeat it, in sentences. */
export function describe(call: Call) {
  const topics = call.changesWith?.map((topic) => `\`${topic}\``).join(", ");
  const sentences = [
    call.stepUp && "unsigned" in call.stepUp && `Needs no signature: ${call.stepUp.unsigned}.`,
    call.scopes && `Open to API keys with ${orOf(call.scopes)}.`,
    call.feature && `Needs the feature \`${call.feature}\`.`,
    topics && `Request it again after a live event that names ${topics}.`,
    call.answer === "events" && eventsDescription,
  ].filter((sentence) => sentence !== undefined && sentence !== false);
  return sentences.length > 0 ? { description: sentences.join(" ") } : {};
}

function orOf(scopes: readonly string[]): string {
  return scopes.length > 3 ? "any scope" : scopes.map((scope) => `\`${scope}\``).join(" or ");
}

const eventsDescription = `\`ready\` comes first and says how many
milliseconds ago each topic last changed, as far as the server knows: request again what you read
before that. \`change\` names the topics that have changed, without amounts, names or ids: request
again the calls that name these topics. When events may have been lost, it names all topics. A
comment line comes every 20 seconds. The stream ends when the access token expires or the session
ends: open it again with a new token, and request everything again, because no event is repeated.`;
