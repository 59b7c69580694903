-- Who may act for a business, and in which roles. A business is the row of `people` with its wallet;
-- a person who founds none has a row with the role `member`.
-- squawk-ignore-file constraint-missing-not-valid, require-concurrent-index-creation
create table memberships (
  tenant_id uuid not null references people,
  person_id uuid not null references people,
  roles text[] not null check (
    cardinality(roles) > 0
    and roles <@ array['owner', 'preparer', 'approver', 'viewer', 'accountant', 'developer']
  ),
  created_at timestamptz not null,
  disabled_at timestamptz,
  -- The business that was chosen last is offered first.
  chosen_at timestamptz,
  primary key (tenant_id, person_id)
);

create index memberships_of_person on memberships (person_id);

alter table people
drop constraint people_role_check,
-- Earlier roles stay, so no row needs to be read.
add constraint people_role_check check (
  role in ('superadmin', 'operator', 'retailer', 'member')
) not valid,
-- Of a super admin. The default is for existing ones, and for those that servers of the version
-- before still add.
add column installation_roles text[] not null default '{owner}' check (
  cardinality(installation_roles) > 0
  and installation_roles <@ array['owner', 'operations', 'finance', 'support', 'auditor']
);

alter table sessions
-- The business that the person acts for; null for the person's own.
add column tenant_id uuid,
drop constraint sessions_ended_because_check,
add constraint sessions_ended_because_check check (
  ended_because in (
    'logout', 'token_reused', 'deactivated', 'closed', 'revoked', 'idle', 'stolen', 'disabled'
  )
) not valid;

alter table sessions add constraint sessions_tenant_id_fkey
foreign key (tenant_id) references people not valid;

create index sessions_of_tenant on sessions (tenant_id) where ended_at is null;

-- Who confirmed the payout, and who requested the file; null for the founder of the business.
alter table payouts add column initiated_by uuid;

alter table payouts add constraint payouts_initiated_by_fkey
foreign key (initiated_by) references people not valid;

alter table kept_files add column requested_by uuid;

alter table kept_files add constraint kept_files_requested_by_fkey
foreign key (requested_by) references people not valid;
