-- Filters of a history under a name, of one person in one business.
create table saved_views (
  id uuid primary key,
  tenant_id uuid not null references people,
  member_id uuid not null references people,
  history text not null check (history in ('payouts', 'wallet', 'deposits')),
  name text not null check (length(name) between 1 and 40),
  -- Filters, search and order as the history's address has them.
  query jsonb not null,
  -- Opens with the history.
  is_default boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create unique index saved_views_once on saved_views (tenant_id, member_id, history, lower(name));
create unique index saved_views_default on saved_views (tenant_id, member_id, history)
where is_default;
