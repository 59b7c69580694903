drop trigger if exists people_founders on people;
create trigger people_founders
after insert on people
for each row when (new.role in ('operator', 'retailer')) execute function add_founder();
-- Businesses from before. The lock of `create trigger` closes the race with a server that adds one.
insert into memberships (tenant_id, person_id, roles, created_at)
select id, id, '{owner}', created_at from people where role in ('operator', 'retailer')
on conflict do nothing;
