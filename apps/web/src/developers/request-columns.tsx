import type { ApiRequest } from "@rokad/contract/api-requests";
import { t } from "../language.ts";
import { Badge } from "../ui/badge.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import type { Column } from "../ui/table-cards.ts";
import { formatMicroseconds, formatSecond, toneOf } from "./request-text.ts";

/** On a phone, each request has two lines; the rest is in its dialog. */
export function requestColumns(onOpen: (request: ApiRequest) => void): Column<ApiRequest>[] {
  return [
    {
      id: "request",
      header: t`Request`,
      card: "title",
      cell: (request) => <Name request={request} onOpen={onOpen} />,
    },
    {
      id: "status",
      header: t`Status`,
      card: "value",
      cell: (request) => <Badge tone={toneOf(request)}>{request.status}</Badge>,
    },
    {
      id: "error",
      header: t`Error`,
      card: "none",
      cell: ({ error_code: code }) => <span className="font-mono text-xs">{code}</span>,
    },
    {
      id: "at",
      header: t`Time`,
      card: "status",
      cell: ({ at }) => <span className="text-xs text-muted tabular-nums">{formatSecond(at)}</span>,
    },
    {
      id: "duration",
      header: t`Duration`,
      card: "none",
      align: "end",
      cell: ({ duration_us: us }) => formatMicroseconds(us),
    },
    {
      id: "key",
      header: t`Key`,
      card: "none",
      cell: ({ key }) => (
        <span className="block max-w-36 truncate" title={key.name}>
          {key.name}
        </span>
      ),
    },
    {
      id: "id",
      header: t`Request ID`,
      card: "none",
      cell: ({ request_id: id }) => (
        <span className="inline-flex items-center gap-0.5 font-mono text-xs">
          …{id.slice(-6)}
          <CopyButton value={id} label={t`Request ID`} />
        </span>
      ),
    },
  ];
}

interface NameProps {
  request: ApiRequest;
  onOpen: (request: ApiRequest) => void;
}

function Name({ request, onOpen }: NameProps) {
  const { method, path, call, error_code: code, duration_us: us, key } = request;
  const summary = [code, formatMicroseconds(us), key.name].filter(Boolean).join(" · ");
  return (
    <span className="grid gap-0.5 md:max-w-64">
      <button
        type="button"
        title={path}
        className="cursor-pointer truncate text-left font-mono text-dense hover:underline"
        onClick={() => onOpen(request)}
      >
        {/* What all paths begin with would hide their ends on a phone. */}
        {method} {path.replace("/api/v1", "")}
      </button>
      <span className="truncate text-xs text-muted max-md:hidden">{call}</span>
      <span className="truncate text-xs text-muted md:hidden">{summary}</span>
    </span>
  );
}
