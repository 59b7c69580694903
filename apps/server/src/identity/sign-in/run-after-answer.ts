import { log } from "../../kernel/log.ts";

const tasks = new Set<Promise<void>>();

/**
 * Runs a task whose time no answer may show. An error is logged once; a stop of the server waits for
 * the task.
 */
export function runAfterAnswer(name: string, task: () => Promise<void>): void {
  const running = task()
    .catch((error: unknown) =>
      log().error({ task: name, err: error }, "A task after an answer failed"),
    )
    .finally(() => tasks.delete(running));
  tasks.add(running);
}

/** Waits until no such task runs. */
export async function afterAnswers(): Promise<void> {
  while (tasks.size > 0) await Promise.all(tasks);
}
