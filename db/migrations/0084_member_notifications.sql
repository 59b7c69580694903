-- What members besides the founder want of a business's notifications, and what goes out to them. The
-- founder's stay where they are, so servers of the version before send nobody what is not theirs.
create table member_choices (
  tenant_id uuid not null references people,
  person_id uuid not null references people,
  kind text not null,
  email boolean,
  sms boolean,
  -- Smaller amounts are not sent.
  above_paise bigint check (above_paise >= 0),
  primary key (tenant_id, person_id, kind)
);

-- The message is null until the next digest.
create table member_deliveries (
  tenant_id uuid not null,
  notification_id uuid not null,
  person_id uuid not null,
  channel text not null check (channel in ('email', 'sms')),
  kind text not null,
  created_at timestamptz not null,
  message_id uuid references outbound_messages,
  primary key (tenant_id, notification_id, person_id, channel),
  foreign key (tenant_id, notification_id) references notifications on delete cascade
);
create index member_deliveries_waiting on member_deliveries (
  tenant_id, person_id, kind, channel, created_at
) where message_id is null;
create index member_deliveries_message on member_deliveries (message_id)
where message_id is not null;

-- The business of a member's message: it ends with the membership.
alter table outbound_messages add column tenant_id uuid;
