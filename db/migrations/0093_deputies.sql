-- Who approves in the place of a person who can't, and which approvals were given so.
-- squawk-ignore-file require-concurrent-index-creation
-- A row never changes but for its end, so that each approval can be compared with who was a deputy then.
create table deputies (
  id uuid primary key,
  tenant_id uuid not null references people,
  person_id uuid not null references people,
  deputy_id uuid not null references people check (deputy_id <> person_id),
  -- Days in Asia/Kolkata, inclusive, on which the deputy approves too; null: none. On all other days
  -- only while the person is disabled or has no role that approves.
  away_from date,
  away_until date,
  named_by uuid not null references people,
  named_at timestamptz not null,
  ended_at timestamptz,
  check ((away_from is null) = (away_until is null) and away_from <= away_until),
  check (ended_at >= named_at)
);

create unique index deputies_current on deputies (tenant_id, person_id, deputy_id)
where ended_at is null;

alter table request_approvals
-- Whose approval a deputy gave, and the roles of that person then; null: the person's own.
add column in_place_of uuid,
add column place_roles text[],
add constraint request_approvals_place check (
  in_place_of <> person_id and (in_place_of is null) = (place_roles is null)
) not valid,
add constraint request_approvals_in_place_of_fkey
foreign key (in_place_of) references people not valid;

alter table batch_approvals
add column in_place_of uuid,
add column place_roles text[],
add constraint batch_approvals_place check (
  in_place_of <> person_id and (in_place_of is null) = (place_roles is null)
) not valid,
add constraint batch_approvals_in_place_of_fkey
foreign key (in_place_of) references people not valid;

-- A person and the deputies give one approval together.
create unique index request_approvals_of_place on request_approvals (
  request_id, revision, (coalesce(in_place_of, person_id))
);
create unique index batch_approvals_of_place on batch_approvals (
  batch_id, revision, (coalesce(in_place_of, person_id))
);

-- What deputies used of a person's daily limit.
create index request_approvals_in_place on request_approvals (tenant_id, in_place_of, given_at)
where in_place_of is not null;
create index batch_approvals_in_place on batch_approvals (tenant_id, in_place_of, given_at)
where in_place_of is not null;
