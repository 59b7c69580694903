-- Any part of a name, a number, an email address or an IFSC, in the lists of tenants and of bank
-- accounts. The extension comes with PostgreSQL, but some installations leave it out: the searches
-- find the same without it, and take longer.
-- squawk-ignore-file require-concurrent-index-creation
do $$
begin
  create extension if not exists pg_trgm;
  create index people_name_parts on people using gin (name gin_trgm_ops);
  create index people_mobile_parts on people using gin (mobile gin_trgm_ops);
  create index people_email_parts on people using gin (email gin_trgm_ops);
  create index bank_accounts_holder_parts
  on bank_accounts using gin (account_holder_name gin_trgm_ops);
  create index bank_accounts_ifsc_parts on bank_accounts using gin (ifsc_code gin_trgm_ops);
exception
  when undefined_file or feature_not_supported or insufficient_privilege then
    raise notice 'pg_trgm is not to be had: %', sqlerrm;
end
$$;
