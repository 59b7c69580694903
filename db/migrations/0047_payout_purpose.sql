-- What a payout is for, from a list. No row has a purpose yet, so the check needs no scan.
alter table payouts
add column purpose text,
add constraint payouts_purpose_check check (
  purpose in ('vendor_bill', 'salary', 'refund', 'utility', 'other')
) not valid;
