-- The traces in which payouts were requested, while traces are recorded, so that the work on them goes on
-- with theirs. Unlogged: a crash of the database loses them, which costs spans only.
create unlogged table payout_traces (
  payout_id uuid primary key references payouts,
  -- The header of W3C Trace Context.
  trace_parent text not null check (length(trace_parent) = 55),
  created_at timestamptz not null
);
