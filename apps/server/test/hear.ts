import { recordReport, recordReports } from "../src/payouts/record-reports.ts";
import type { Notice } from "../src/providers/provider.ts";

const fromSandbox = (notice: Notice) => ({ ...notice, adapter: "sandbox" });

/** What the sandbox says of a payout, as the worker records an answer: with others that come meanwhile. */
export const hear = (notice: Notice) => recordReport(fromSandbox(notice));

/** Several notices as the worker takes them: in one transaction. */
export const hearAll = (notices: readonly Notice[]) => recordReports(notices.map(fromSandbox));
