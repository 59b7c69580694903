-- Finds the notices about a person among those of the business that they founded: its read mark does not
-- cover them. The migrator runs each file in one transaction, where no index is created concurrently.

-- squawk-ignore require-concurrent-index-creation
create index notifications_personal on notifications (person_id, id)
where
  kind in (
    'codes_guessed', 'signed_in_new_device', 'session_stolen', 'passkey_added', 'passkey_removed',
    'passkey_copied', 'email_changed', 'texts_limited'
  );
