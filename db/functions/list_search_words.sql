-- The first words of a text in lower case, each once. ASCII spaces and punctuation separate words;
-- the console's searches are split alike (rollups/search/read-search.ts).
create or replace function list_search_words(source text, at_most integer)
returns setof text
language sql
immutable
parallel safe
as $$
  select distinct left(word, 40)
  from (
    select word
    from regexp_split_to_table(lower(coalesce(source, '')), '[ \t\r\n!-/:-@[-`{-~]+') as word
    where word <> ''
    limit at_most
  ) as words
$$;
