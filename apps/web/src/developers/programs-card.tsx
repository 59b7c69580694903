import { t } from "../language.ts";
import { Card, CardHeader } from "../ui/card.tsx";
import { CopyButton } from "../ui/copy-button.tsx";

const programs = [
  {
    name: "@rokad/sdk",
    what: t`TypeScript: every call of a key, safe repeats, webhooks`,
    command: "npm install ./rokad-sdk-*.tgz",
    guide: "docs/integrate/sdk.md",
  },
  {
    name: "rokad for Python",
    what: t`The same, with and without asyncio`,
    command: "pip install ./rokad-*.whl",
    guide: "docs/integrate/python.md",
  },
  {
    name: "rokad",
    what: t`Command line: payouts, batches, events, webhooks on your machine`,
    command: "npm install ./rokad-cli-*.tgz",
    guide: "docs/integrate/cli.md",
  },
  {
    name: "rokad-mcp",
    what: t`Agents: read and propose; people approve`,
    command: "npm install ./rokad-mcp-*.tgz",
    guide: "docs/integrate/agents.md",
  },
] as const;

/** What comes with Rokad for programs, each with its command and its guide. */
export function ProgramsCard() {
  return (
    <Card>
      <CardHeader
        ruled
        title={t`SDKs, command line and agents`}
        description={t`npm run pack in Rokad's repository writes these to dist/packages`}
      />
      <dl className="divide-y divide-line text-dense">
        {programs.map(({ name, what, command, guide }) => (
          <div
            key={name}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 px-5 py-3"
          >
            <dt className="min-w-0">
              <span className="font-mono">{name}</span>
              <span className="block text-xs text-muted">{what}</span>
            </dt>
            <dd className="grid min-w-0 gap-0.5">
              <span className="inline-flex items-center gap-0.5 font-mono text-xs break-all">
                {command}
                <CopyButton value={command} label={t`Command for ${name}`} />
              </span>
              <span className="text-xs text-muted">
                {t`Guide:`} <span className="font-mono break-all">{guide}</span>
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
