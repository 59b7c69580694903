-- Tax invoices and credit notes for the fees that the installation charges its tenants.

-- Whom the tax invoices of a business name; the business's name alone if nothing is stored.
create table billing_details (
  tenant_id uuid primary key references tenants,
  legal_name text not null,
  address text not null,
  state_code text not null check (state_code ~ '^[0-9]{2}$'),
  gstin text check (gstin ~ '^[0-9A-Z]{15}$' and left(gstin, 2) = state_code),
  changed_at timestamptz not null,
  changed_by uuid not null references people
);

-- The last number of each series. Its row is locked until the document with the next number commits,
-- so that a rollback leaves no gap.
create table tax_document_series (
  environment text not null check (environment in ('sandbox', 'real')),
  kind text not null check (kind in ('invoice', 'credit_note')),
  -- The calendar year in which the financial year begins, in April.
  financial_year integer not null,
  last_number integer not null default 0 check (last_number between 0 and 999999),
  primary key (environment, kind, financial_year)
);

-- One invoice for a tenant's charges of a month, and one credit note for those of an invoice that were
-- returned in a later month. Amounts are positive on both.
create table tax_documents (
  id uuid primary key,
  -- Documents about play money have series of their own.
  environment text not null check (environment in ('sandbox', 'real')),
  kind text not null check (kind in ('invoice', 'credit_note')),
  financial_year integer not null,
  serial integer not null check (serial > 0),
  -- Rule 46 of the CGST Rules: at most 16 characters.
  number text not null check (number ~ '^[A-Z0-9/-]{1,16}$'),
  document_date date not null,
  issued_at timestamptz not null,
  tenant_id uuid not null references tenants,
  -- The first day of the month of the charges, or of a credit note's returns.
  month date not null check (extract(day from month) = 1),
  -- Of a credit note: the invoice with the charges.
  invoice_id uuid references tax_documents,
  -- Both parties as on the day of issue.
  supplier jsonb not null,
  recipient jsonb not null,
  place_of_supply text not null check (place_of_supply ~ '^[0-9]{2}$'),
  sac text not null,
  -- In percent; null if several rates applied.
  rate numeric(4, 2),
  charged_count bigint not null check (charged_count >= 0),
  charged_fee_paise bigint not null check (charged_fee_paise >= 0),
  charged_gst_paise bigint not null check (charged_gst_paise >= 0),
  returned_count bigint not null check (returned_count >= 0),
  returned_fee_paise bigint not null check (returned_fee_paise >= 0),
  returned_gst_paise bigint not null check (returned_gst_paise >= 0),
  taxable_paise bigint not null check (taxable_paise >= 0),
  cgst_paise bigint not null check (cgst_paise >= 0),
  sgst_paise bigint not null check (sgst_paise >= 0),
  igst_paise bigint not null check (igst_paise >= 0),
  unique (environment, kind, financial_year, serial),
  unique (environment, number),
  constraint tax_documents_names_invoice check ((kind = 'credit_note') = (invoice_id is not null)),
  constraint tax_documents_taxable check (
    taxable_paise = case kind
      when 'invoice' then charged_fee_paise - returned_fee_paise
      else returned_fee_paise
    end
  ),
  constraint tax_documents_tax check (
    cgst_paise + sgst_paise + igst_paise = case kind
      when 'invoice' then charged_gst_paise - returned_gst_paise
      else returned_gst_paise
    end
  ),
  constraint tax_documents_one_place check (igst_paise = 0 or (cgst_paise = 0 and sgst_paise = 0))
);
create unique index tax_documents_invoice_of_month on tax_documents (tenant_id, month, environment)
where kind = 'invoice';
create unique index tax_documents_credit_note_of_month on tax_documents (invoice_id, month)
where kind = 'credit_note';
create index tax_documents_of_tenant on tax_documents (tenant_id, document_date desc, id desc);
create index tax_documents_of_day on tax_documents (document_date desc, id desc);

-- The months of which every document is issued; the first day of each.
create table invoiced_months (
  environment text not null check (environment in ('sandbox', 'real')),
  month date not null check (extract(day from month) = 1),
  finished_at timestamptz not null,
  primary key (environment, month)
);
