-- The letter that this installation writes into its references. One row, written by the first start.
create table installation_cell (
  is_only boolean primary key default true check (is_only),
  cell text not null check (cell ~ '^[A-Z]$'),
  since timestamptz not null
);
