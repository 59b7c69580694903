-- The requests that programs made with API keys: no body, query, or header of them. Without foreign
-- keys, which would lock rows of keys and businesses that payouts need.
-- squawk-ignore-file require-concurrent-index-creation
create table api_requests (
  -- The server's, also in the header `X-Request-Id`: writing a row again adds nothing.
  request_id uuid primary key,
  tenant_id uuid not null,
  key_id uuid not null,
  at timestamptz not null,
  call text not null check (length(call) <= 60),
  method text not null check (length(method) <= 10),
  -- With ids where every parameter is a UUID; otherwise as in the API document.
  path text not null check (length(path) <= 300),
  status smallint not null,
  error_code text check (length(error_code) <= 60),
  duration_us bigint not null check (duration_us >= 0),
  address text not null check (length(address) <= 60)
);
create index api_requests_of_tenant on api_requests (tenant_id, at desc, request_id desc);
create index api_requests_age on api_requests using brin (at) with (pages_per_range = 16);
