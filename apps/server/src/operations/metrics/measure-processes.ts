import { readGatewayStatuses } from "../../identity/sms/gateway-status.ts";
import { smsGateways } from "../../identity/sms/sms-gateway.ts";
import { isWorking, listProcesses } from "../activity/list-processes.ts";
import type { Sample } from "./platform-metrics.ts";

const roles = ["all", "api", "worker"] as const;

export async function measureProcesses(): Promise<Sample[]> {
  const alive = (await listProcesses()).filter(({ is_alive: isAlive }) => isAlive);
  return [
    ...roles.map((role): Sample => ({
      name: "rokad_processes_alive",
      labels: { role },
      value: alive.filter((process) => process.role === role).length,
    })),
    { name: "rokad_workers_working", value: alive.filter(isWorking).length },
  ];
}

export async function measureGateways(): Promise<Sample[]> {
  const statuses = await readGatewayStatuses();
  return smsGateways().map(({ name }, place): Sample => ({
    name: "rokad_sms_gateway_failing",
    labels: { gateway: name },
    value: Number(statuses[place]?.isFailing ?? false),
  }));
}
