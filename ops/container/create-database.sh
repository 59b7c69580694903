#!/bin/sh
# Runs once, when PostgreSQL's volume is empty: Rokad's role, which is no superuser, and its database.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$(cat /run/secrets/database-password)" <<'SQL'
create role rokad login password :'password';
create database rokad owner rokad encoding 'UTF8';
SQL
