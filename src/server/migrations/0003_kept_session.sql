-- Whoever changes the own password stays signed in where they did so; all other sessions end (security.md 17).
alter table clients add column kept_session text;
