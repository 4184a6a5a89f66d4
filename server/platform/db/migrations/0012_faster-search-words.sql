-- As before, letter by letter, in a quarter of the time: what a text does not need is not replaced. Most have neither
-- accents nor signs beside spaces, and one email at most. Of up to 120 letters, a word of more than 60 has no space in the
-- middle of the text.
CREATE OR REPLACE FUNCTION search_words(company integer, texts text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  prefix text := company || '/';
  plain text := btrim(lower(texts));
  parts text;
BEGIN
  IF octet_length(texts) > length(texts) THEN
    plain := lower(regexp_replace(normalize(texts, NFKD), '[\u0300-\u036f]', '', 'g'));
  END IF;
  IF plain ~ '(^|\s)[\s!-/:-@[-`{-~«»\u2010-\u2027]|[\s!-/:-@[-`{-~«»\u2010-\u2027]($|\s)|[^\S ]' THEN
    plain := btrim(regexp_replace(' ' || plain || ' ', '[!-/:-@[-`{-~«»\u2010-\u2027]*\s[\s!-/:-@[-`{-~«»\u2010-\u2027]*', ' ', 'g'));
  END IF;
  parts := plain;
  IF plain LIKE '%@%@%' THEN
    plain := plain || ' ' || regexp_replace(plain, '[^\s@]*@', '', 'g');
  ELSIF plain LIKE '%@%' THEN
    plain := plain || ' ' || split_part(split_part(plain, '@', 2), ' ', 1);
  END IF;
  IF length(parts) > 60 AND strpos(substr(parts, length(parts) - 60, greatest(122 - length(parts), 0)), ' ') = 0 THEN
    plain := regexp_replace(plain, '(\S{60})\S+', '\1', 'g');
    parts := plain;
  END IF;
  parts := replace(replace(replace(parts, '@', ' '), '.', ' '), '-', ' ');
  IF parts ~ '[!-/:-@[-`{-~«»\u2010-\u2027]|  ' THEN
    parts := regexp_replace(parts, '[\s!-/:-@[-`{-~«»\u2010-\u2027]+', ' ', 'g');
  END IF;
  plain := btrim(plain || ' ' || parts);
  RETURN array_to_tsvector(string_to_array(prefix || replace(plain, ' ', ' ' || prefix), ' '));
END $$;
