-- When the month, day or hour of a rollup ends, in Asia/Kolkata.
create or replace function end_of_rollup(grain text, starts_at timestamptz)
returns timestamptz
language sql
immutable
return case grain
  when 'month' then
    (starts_at at time zone 'Asia/Kolkata' + interval '1 month') at time zone 'Asia/Kolkata'
  when 'day' then starts_at + interval '24 hours'
  else starts_at + interval '1 hour'
end;
