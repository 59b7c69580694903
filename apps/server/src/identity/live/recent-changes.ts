import { topics, type Topic } from "@rokad/contract/call";
import type { Ready } from "@rokad/contract/live";

/** Longer than a page takes from its first request to its stream; an older page reloads its data. */
const retainedMs = 60_000;

/**
 * The changes that this server received in the last minute, per person. A page whose first answers
 * came before its stream opened uses them to find what changed in between. It gets ages, not times,
 * so that clocks need not agree.
 */
export function trackRecentChanges() {
  const changedAt = new Map<string, Map<Topic, number>>();
  /** The memory is complete from here on. */
  let since = performance.now();

  /** Starts over after a gap: earlier changes may be missing. */
  function reset(): void {
    changedAt.clear();
    since = performance.now();
  }

  function add(personId: string, changed: readonly Topic[]): void {
    const topicTimes = changedAt.get(personId) ?? new Map<Topic, number>();
    changedAt.set(personId, topicTimes);
    for (const topic of changed) topicTimes.set(topic, performance.now());
  }

  function deleteOld(): void {
    since = Math.max(since, performance.now() - retainedMs);
    for (const [personId, topicTimes] of changedAt) {
      for (const [topic, at] of topicTimes) if (at < since) topicTimes.delete(topic);
      if (topicTimes.size === 0) changedAt.delete(personId);
    }
  }

  /** For each topic, the milliseconds since its last change, or since the memory is complete. */
  function changedMsAgo(personId: string): Ready["changed_ms_ago"] {
    const at = performance.now();
    const topicTimes = changedAt.get(personId);
    return Object.fromEntries(
      topics.map((topic) => [topic, Math.floor(at - (topicTimes?.get(topic) ?? since))]),
    );
  }

  return { reset, add, deleteOld, changedMsAgo };
}
