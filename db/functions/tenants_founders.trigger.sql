create or replace trigger tenants_founders
after insert on tenants
for each row execute function add_founder();
