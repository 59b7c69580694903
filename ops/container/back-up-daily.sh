#!/bin/sh
# A dump when the newest is a day old; the 14 newest stay. A failed one is tried again after ten minutes.
set -eu
PGPASSWORD=$(cat /run/secrets/database-password)
export PGPASSWORD
umask 027
# What an interrupted dump left.
clean() {
  rm -f /backups/.rokad-*.dump
}
# In the background, because a shell handles a signal only while it waits: the stop of the container.
run() {
  "$@" &
  wait $!
}
trap 'clean; exit 0' TERM INT
clean
while true; do
  if [ -z "$(find /backups -name 'rokad-*.dump' -mmin -1440)" ]; then
    name=rokad-$(date -u +%Y-%m-%dT%H-%M-%SZ).dump
    if run pg_dump --format=custom --file="/backups/.$name" && run sync && mv "/backups/.$name" "/backups/$name"; then
      echo "Backed up to $name"
      ls -1 /backups | grep '^rokad-.*\.dump$' | sort -r | tail -n +15 | while read -r old; do rm "/backups/$old"; done
    else
      clean
      echo "The backup failed; the next try is in 10 minutes" >&2
    fi
  fi
  run sleep 600
done
