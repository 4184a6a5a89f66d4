-- Of the words asked for, those to look up in the index of a list; the others are checked in the rows found (decision 079).
-- A word that begins those of ten thousand rows is left out beside another, since PostgreSQL would read all their places.
-- The other has five letters or more: it may begin so many rare words that reading their rows takes longer.
CREATE FUNCTION rare_words(list text, begins text[], queries text[]) RETURNS tsquery LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  entries real := (SELECT reltuples FROM pg_class WHERE oid = to_regclass(list));
  known text[];
  shares real[];
  rare text;
BEGIN
  IF entries > 10000 THEN
    SELECT most_common_elems::text::text[], most_common_elem_freqs INTO known, shares
    FROM pg_stats
    WHERE schemaname = 'public' AND tablename = list AND attname IN ('words', 'expr') AND most_common_elems IS NOT NULL;
    SELECT string_agg(query, ' & ') INTO rare
    FROM (SELECT lower(begin), lower(query) FROM unnest(begins, queries) AS typed (begin, query)) AS asked (begin, query)
    WHERE entries * (
      SELECT coalesce(sum(share), 0) FROM unnest(known, shares) AS common (word, share) WHERE starts_with(word, begin)
    ) < 10000
    HAVING bool_or(length(begin) > strpos(begin, '/') + 4);
  END IF;
  RETURN coalesce(rare, lower(array_to_string(queries, ' & ')));
END $$;
