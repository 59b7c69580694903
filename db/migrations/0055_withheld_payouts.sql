-- Payouts of a deactivated tenant that were not sent wait for its reactivation: no worker sends
-- them. Their `due_at` is `infinity`, behind everything that is due, so a lease never reads them.
alter table people add column payouts_withheld_at timestamptz;
alter table payouts add column withheld_at timestamptz;
