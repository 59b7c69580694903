import type { ResendWebhooksRequest, WebhookEndpoint } from "@rokad/sdk";
import { type Command, connect, numberOption, onlyArgument, optionOf } from "./command.ts";
import { UsageError } from "./exit-codes.ts";
import { type Columns, tableOf } from "./table.ts";

const columns: Columns<WebhookEndpoint> = [
  ["Id", ({ id }) => id],
  ["Address", ({ url }) => url],
  ["Works", ({ is_active: isActive, disabled_reason: why }) => (isActive ? "yes" : (why ?? "no"))],
  ["Waiting ", ({ waiting }) => String(waiting)],
  ["Failed ", ({ failed }) => String(failed)],
];

export const webhooksList: Command = {
  name: "webhooks list",
  about: "The webhook endpoints and what waits for them",
  async run(call) {
    const { data } = await (await connect(call)).listWebhookEndpoints();
    const { io, isJson } = call;
    const lines = isJson ? data.map((one) => JSON.stringify(one)) : tableOf(columns, data);
    for (const line of lines) io.print(line);
  },
};

export const webhooksResend: Command = {
  name: "webhooks resend",
  takes: "<endpoint id>",
  about: "Send events to an endpoint again: one, or those from a time on",
  options: {
    version: { value: "version", about: "One event" },
    from: { value: "time", about: "Those from 2026-11-20T06:30:00Z on" },
    to: { value: "time", about: "Until then; default: now" },
    "delivered-too": { about: "Also those that arrived" },
  },
  async run(call) {
    const id = onlyArgument(call, "endpoint");
    const [version, from, to] = [
      numberOption(call, "version", 1),
      optionOf(call, "from"),
      optionOf(call, "to"),
    ];
    if ((version === undefined) === (from === undefined))
      throw new UsageError("Name exactly one of --version and --from");
    const body: ResendWebhooksRequest = {
      ...(version !== undefined && { version }),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      delivered_too: call.options["delivered-too"] === true,
    };
    const answer = await (await connect(call)).resendWebhooks({ path: { id }, body });
    call.io.print(call.isJson ? JSON.stringify(answer.data) : answer.message);
  },
};
