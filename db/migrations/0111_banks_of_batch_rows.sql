-- The first four letters of the IFSC, empty for a UPI ID: the same digits at another bank are another
-- account. Null for rows from before, whose accounts count as new until they are checked again.
alter table batch_rows add column bank text check (length(bank) <= 4);
