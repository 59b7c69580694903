#!/bin/sh
# A dump at the start and then each day; the 14 newest stay. A failed one is tried again after ten minutes.
set -eu
PGPASSWORD=$(cat /run/secrets/database-password)
export PGPASSWORD
umask 027
# Ends at once when the container is stopped.
trap 'exit 0' TERM INT
rest() {
  sleep "$1" &
  wait $!
}
while true; do
  name=rokad-$(date -u +%Y-%m-%dT%H-%M-%SZ).dump
  if pg_dump --format=custom --file="/backups/.$name" && sync && mv "/backups/.$name" "/backups/$name"; then
    echo "Backed up to $name"
    ls -1 /backups | grep '^rokad-.*\.dump$' | sort -r | tail -n +15 | while read -r old; do rm "/backups/$old"; done
    rest 86400
  else
    rm -f "/backups/.$name"
    echo "The backup failed; the next try is in 10 minutes" >&2
    rest 600
  fi
done
