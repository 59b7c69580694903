\set wallet random(1, :wallets)
begin;
update wallets set available = available - 1590, held = held + 1590 where id = :wallet returning available, held, uuidv7() as payout, uuidv7() as posting \gset
insert into postings (id, kind, payout) values (:posting::uuid, 'hold', :payout::uuid);
insert into entries values (:posting::uuid, 1, 'available', :wallet, -1590, :available::bigint), (:posting::uuid, 2, 'held', :wallet, 1590, :held::bigint), (:posting::uuid, 3, 'fee', null, 0, null);
insert into payouts (id, wallet, reference, method, beneficiary, email, phone, address, account, ifsc, amount, fee, gst, key, due_at) values (:payout::uuid, :wallet, upper(right(replace(:payout::text, '-', ''), 20)), 'imps', 'Bench Beneficiary', 'bench@example.com', '9876543210', '1 Bench Road', '123456789012', 'HDFC0000001', 1000, 500, 90, :payout::text, now());
insert into events (payout, kind) values (:payout::uuid, 'requested');
commit;
