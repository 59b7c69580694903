-- Every row of the audit log continues the hash chain.
create or replace trigger audit_log_chained
before insert on audit_log
for each row execute function audit_chain();
