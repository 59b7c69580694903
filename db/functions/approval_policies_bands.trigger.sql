create or replace trigger approval_policies_bands
before delete or update on approval_policies
for each row execute function approval_policies_keep_bands();
