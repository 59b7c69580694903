/** Seconds that a change of the schema waits for a lock: every later query on the table queues behind it. */
export const lockWaitSeconds = 15;
