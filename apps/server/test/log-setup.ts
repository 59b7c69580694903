import { makeLog, useLog } from "../src/log.ts";
import { testLogDestination } from "./test-log.ts";

// Everything that a test makes the server log is kept and read at the end (`scripts/logged.test.ts`).
useLog(makeLog("trace", testLogDestination()));
