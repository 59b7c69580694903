-- Outcomes that people decide because no provider says: proposed by one, confirmed by another,
-- each with a code of their own. Nothing here is ever deleted.
create table payout_decisions (
  id uuid primary key,
  payout_id uuid not null references payouts,
  outcome text not null check (outcome in ('paid', 'failed')),
  utr text,
  -- The tenant reads the reason, and only super admins the evidence.
  reason text not null,
  evidence text not null,
  -- What the provider had said by then, for whoever reads this later.
  provider_said text not null,
  state text not null default 'proposed'
  check (state in ('proposed', 'confirmed', 'withdrawn', 'overtaken')),
  proposed_by uuid not null references people,
  proposed_at timestamptz not null,
  closed_by uuid references people,
  closed_at timestamptz,
  check ((outcome = 'paid') = (utr is not null)),
  check ((state = 'proposed') = (closed_at is null)),
  check (state <> 'confirmed' or (closed_by is not null and closed_by <> proposed_by))
);

create unique index payout_decisions_open on payout_decisions (payout_id) where state = 'proposed';
create index payout_decisions_of_payout on payout_decisions (payout_id, proposed_at);

alter table one_time_codes drop constraint one_time_codes_purpose_check;
-- squawk-ignore constraint-missing-not-valid
alter table one_time_codes add constraint one_time_codes_purpose_check
check (purpose in ('sign_in', 'payout', 'credential', 'decision'));
