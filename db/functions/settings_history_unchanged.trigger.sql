-- Rows of the settings history change only by encrypting them again.
create or replace trigger settings_history_unchanged
before update on settings_history
for each row execute function settings_history_keep();
