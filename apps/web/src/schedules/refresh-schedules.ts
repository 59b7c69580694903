import { getSchedule, listScheduleRuns, listSchedules } from "@rokad/contract/payout-schedules";
import { listUpcoming } from "@rokad/contract/upcoming";
import { listWaitingApprovals } from "@rokad/contract/waiting-approvals";
import { refreshApi } from "../api/use-api.ts";

/** Loads again what the pages show of schedules. */
export const refreshSchedules = () =>
  refreshApi(getSchedule, listScheduleRuns, listSchedules, listUpcoming, listWaitingApprovals);
