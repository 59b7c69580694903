import { topics, type Topic } from "@rokad/contract/call";
import type { Ready } from "@rokad/contract/live";

/** Longer than a page needs from its first question to its stream; after that it asks everything anew. */
const keptMs = 60_000;

/**
 * What this server has heard of whom within the last minute: for a page whose first answers came
 * before its stream was open. Ages travel and no times, so that nobody's clock needs to be right.
 */
export function rememberChanges() {
  const heardAt = new Map<string, Map<Topic, number>>();
  /** Whatever was heard from here on is in the memory. */
  let since = performance.now();

  /** Of what was said before this, nothing is known. */
  function beginAnew(): void {
    heardAt.clear();
    since = performance.now();
  }

  function note(personId: string, changed: readonly Topic[]): void {
    const ofPerson = heardAt.get(personId) ?? new Map<Topic, number>();
    heardAt.set(personId, ofPerson);
    for (const topic of changed) ofPerson.set(topic, performance.now());
  }

  function forgetOld(): void {
    since = Math.max(since, performance.now() - keptMs);
    for (const [personId, ofPerson] of heardAt) {
      for (const [topic, at] of ofPerson) if (at < since) ofPerson.delete(topic);
      if (ofPerson.size === 0) heardAt.delete(personId);
    }
  }

  /** For each topic, its last change that may be unknown to whoever asked before it. */
  function changedMsAgo(personId: string): Ready["changed_ms_ago"] {
    const at = performance.now();
    const ofPerson = heardAt.get(personId);
    return Object.fromEntries(
      topics.map((topic) => [topic, Math.floor(at - (ofPerson?.get(topic) ?? since))]),
    );
  }

  return { beginAnew, note, forgetOld, changedMsAgo };
}
