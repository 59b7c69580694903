// A worker that numbers events and delivers webhooks in its own process, until a test kills it.
import { openDatabase } from "../src/database/db.ts";
import { createLog, useLog } from "../src/kernel/log.ts";
import { inNetworks } from "../src/kernel/network-list.ts";
import { numberEvents } from "../src/tenants/events/number-events.ts";
import { startWebhookWorker } from "../src/tenants/webhooks/deliver-webhooks.ts";
import { useWebhookNetworks } from "../src/tenants/webhooks/reachable-addresses.ts";
import { startPeriodicTasks } from "../src/worker/periodic-tasks.ts";
import { openTestKeys } from "./encryption-key.ts";
import { testLogDestination } from "./test-log.ts";

useLog(createLog("trace", testLogDestination()));
openDatabase(process.argv[2] ?? "", { connections: 6 });
await openTestKeys();
useWebhookNetworks(inNetworks(["127.0.0.1"]));
startPeriodicTasks([{ name: "events", everyMs: 10, run: numberEvents }]);
startWebhookWorker({ pollMs: 20 });
