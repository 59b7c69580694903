-- Writes the events of reports and exports.
create or replace trigger kept_files_events
after update on kept_files
for each row execute function write_report_event();
