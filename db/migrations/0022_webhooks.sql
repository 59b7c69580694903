-- What providers told us by themselves, as it came and after its signature held: recorded first,
-- acted on later, so that the provider has its answer at once and nothing is lost to a crash.
create table webhooks (
  id uuid primary key,
  adapter text not null,
  -- The provider's own id of the happening. Not every provider signs it, so the same id with
  -- another body is another webhook.
  event_id text not null,
  digest bytea not null,
  kind text not null,
  body bytea not null,
  received_at timestamptz not null,
  -- The provider tells it again until it has our answer, and sometimes after that.
  times integer not null default 1,
  last_received_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'unusable')),
  tries integer not null default 0,
  -- When it is to be worked off next, and past a claim when the worker has gone.
  due_at timestamptz,
  done_at timestamptz,
  -- What came of it, in a few words; for one that can't be used, why.
  outcome text,
  reference text,
  check ((state = 'waiting') = (due_at is not null)),
  unique (adapter, event_id, digest)
);

create index webhooks_due on webhooks (due_at) where due_at is not null;
create index webhooks_received on webhooks (adapter, received_at);
create index webhooks_unusable on webhooks (id) where state = 'unusable';

-- Calls of our webhook addresses that nobody believed: counted, because their bodies are a
-- stranger's and could be as many as he likes.
create table webhook_refusals (
  adapter text not null,
  day date not null,
  why text not null,
  times integer not null,
  last_at timestamptz not null,
  primary key (adapter, day, why)
);
