create or replace trigger people_founders
after insert on people
for each row when (new.role in ('operator', 'retailer')) execute function add_founder();
