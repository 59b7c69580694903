import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Scope } from "@rokad/contract/scopes";
import { expect } from "vitest";
import { packMcp } from "../../../scripts/pack-program.ts";
import { openBatchWorld } from "./batch-world.ts";
import { blocksOf, runShell } from "./guide-blocks.ts";
import { keyForm, newKey } from "./key-world.ts";
import type { SignedIn } from "./signed-in.ts";

export const agentScopes: Scope[] = ["payouts:read", "payouts:request", "wallet:read"];

export type AgentWorld = Awaited<ReturnType<typeof openAgentWorld>>;

/** A world with the packed server for agents, installed and started as docs/integrate/agents.md says. */
export async function openAgentWorld() {
  const world = await openBatchWorld();
  await world.app.listen({ port: 0, host: "127.0.0.1" });
  const url = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
  const folder = await mkdtemp(join(tmpdir(), "agents-guide-"));
  await packMcp(folder);
  const blocks = await blocksOf("agents");
  const codeOf = (wanted: string) => blocks.find(({ language }) => language === wanted)?.code ?? "";
  const installed = await runShell(codeOf("sh"), {
    folder,
    env: { npm_config_offline: "true", npm_config_loglevel: "notice" },
  });
  const clients: Client[] = [];

  /** With `asGuideSays`, npx starts the program, which takes two seconds longer than its file. */
  async function connect(
    env: Record<string, string>,
    { asGuideSays = false } = {},
  ): Promise<Client> {
    const { rokad } = (
      JSON.parse(codeOf("json")) as {
        mcpServers: {
          rokad: { command: string; args: string[]; env: Record<string, string> };
        };
      }
    ).mcpServers;
    const client = new Client({ name: "test", version: "1" });
    const own = { ...rokad.env, ROKAD_URL: url, PATH: process.env["PATH"] ?? "", ...env };
    let said = "";
    const transport = new StdioClientTransport({
      ...(asGuideSays ? rokad : { command: join(folder, "node_modules/.bin/rokad-mcp") }),
      env: own,
      cwd: folder,
      stderr: "pipe",
    });
    transport.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
    try {
      await client.connect(transport);
    } catch (error) {
      throw new Error(said, { cause: error });
    }
    clients.push(client);
    return client;
  }

  return {
    ...world,
    url,
    /** What the installation printed. */
    installed,
    connect,
    /** An agent with a new key of the business. */
    async startAgent(
      owner: SignedIn,
      {
        scopes = agentScopes,
        env = {},
        asGuideSays = false,
      }: { scopes?: Scope[]; env?: Record<string, string>; asGuideSays?: boolean } = {},
    ) {
      const { secret } = await newKey(world, owner, keyForm({ name: "Assistant", scopes }));
      const agent = await connect({ ROKAD_API_KEY: secret, ...env }, { asGuideSays });
      return { secret, agent };
    },
    async closeAgents(): Promise<void> {
      for (const client of clients.splice(0)) await client.close();
    },
    /** Lets the workers do all that is due, and expects that a wallet of ₹10,000 is as it was. */
    async expectNoMoneyMoved(owner: SignedIn): Promise<void> {
      await world.workBatches();
      expect((await owner.get("/payouts")).body.data).toEqual([]);
      expect(await owner.balance()).toBe(10_000_00);
      const { body } = await owner.get("/wallet/balance");
      expect(body.data.held_balance.amount).toBe(0);
    },
    async close(): Promise<void> {
      await rm(folder, { recursive: true, force: true });
      await world.close();
    },
  };
}

/** What a tool answers, and whether it is an error. */
export async function use(agent: Client, name: string, args: object = {}) {
  const { content, isError } = await agent.callTool({ name, arguments: { ...args } });
  const [{ text = "" } = {}] = content as { text?: string }[];
  const json = text.startsWith("{") ? (JSON.parse(text) as Record<string, unknown>) : undefined;
  return { text, isError: isError === true, data: json };
}
