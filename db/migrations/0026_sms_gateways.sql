-- A code whose text no gateway took: it opens nothing, and counts as nobody's attempt.
alter table one_time_codes add column withdrawn_at timestamptz;

-- How each SMS gateway fares. Neither table knows to whom a text went, or what stood in it.
create table sms_gateways (
  gateway text primary key,
  last_success_at timestamptz,
  last_error_at timestamptz,
  last_error text,
  -- How long the last send took: a number without an account is let wait as long.
  last_ms integer not null,
  failures_in_row integer not null default 0,
  -- When super admins were told of its failures last, so that an hour of them is told once.
  told_at timestamptz
);

create table sms_hours (
  gateway text not null,
  hour timestamptz not null,
  sent integer not null default 0,
  failed integer not null default 0,
  took_ms bigint not null default 0,
  slowest_ms integer not null default 0,
  primary key (gateway, hour)
);
