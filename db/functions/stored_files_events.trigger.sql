-- Writes the events of reports and exports.
create or replace trigger stored_files_events
after update on stored_files
for each row execute function write_report_event();
