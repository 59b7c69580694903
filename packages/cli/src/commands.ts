import { beneficiariesImport } from "./beneficiaries-import.ts";
import { bulkCheck, bulkSubmit, bulkWatch } from "./bulk.ts";
import type { Command } from "./command.ts";
import { doctor } from "./doctor.ts";
import { eventsTail } from "./events-tail.ts";
import { listen } from "./listen.ts";
import { login, logout } from "./login.ts";
import { payoutsCreate } from "./payouts-create.ts";
import { payoutsCancel, payoutsGet, payoutsList } from "./payouts.ts";
import { webhooksList, webhooksResend } from "./webhooks.ts";

export const commands: readonly Command[] = [
  login,
  logout,
  doctor,
  payoutsCreate,
  payoutsList,
  payoutsGet,
  payoutsCancel,
  bulkCheck,
  bulkSubmit,
  bulkWatch,
  beneficiariesImport,
  eventsTail,
  listen,
  webhooksList,
  webhooksResend,
];
