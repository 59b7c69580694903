import { createLog, useLog } from "../src/kernel/log.ts";
import { testLogDestination } from "./test-log.ts";

// Everything that a test makes the server log is kept and read at the end (`scripts/logged.test.ts`).
useLog(createLog("trace", testLogDestination()));
