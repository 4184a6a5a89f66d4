import type { PersonData } from '@trunkshow/contract/privacy/schema.ts'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { answerOrder, approval, sendFullOrder } from '../../test/proposals.ts'

const app = startTestApp()

/**
 * RFC 8785 once more, in PL/pgSQL: only what proposals have, which are whole numbers, and names of ASCII letters, whose
 * order by bytes is that by UTF-16.
 */
const secondWriter = `
  CREATE FUNCTION pg_temp.quoted(value text) RETURNS text LANGUAGE sql AS $$
    SELECT '"' || coalesce(string_agg(CASE
      WHEN letter IN ('"', E'\\\\') THEN E'\\\\' || letter
      WHEN letter = chr(8) THEN E'\\\\b' WHEN letter = chr(9) THEN E'\\\\t' WHEN letter = chr(10) THEN E'\\\\n'
      WHEN letter = chr(12) THEN E'\\\\f' WHEN letter = chr(13) THEN E'\\\\r'
      WHEN letter < ' ' COLLATE "C" THEN E'\\\\u' || lpad(to_hex(ascii(letter)), 4, '0')
      ELSE letter END, '' ORDER BY at), '') || '"'
    FROM regexp_split_to_table(value, '') WITH ORDINALITY AS letters (letter, at)
    WHERE letter <> ''
  $$;
  CREATE FUNCTION pg_temp.canonical(value jsonb) RETURNS text LANGUAGE plpgsql AS $$
  BEGIN
    CASE jsonb_typeof(value)
      WHEN 'object' THEN RETURN (
        SELECT '{' || coalesce(string_agg(pg_temp.quoted(key) || ':' || pg_temp.canonical(part), ','
          ORDER BY key COLLATE "C"), '') || '}' FROM jsonb_each(value) AS parts (key, part));
      WHEN 'array' THEN RETURN (
        SELECT '[' || coalesce(string_agg(pg_temp.canonical(part), ',' ORDER BY at), '') || ']'
        FROM jsonb_array_elements(value) WITH ORDINALITY AS parts (part, at));
      WHEN 'string' THEN RETURN pg_temp.quoted(value #>> '{}');
      WHEN 'number' THEN
        ASSERT value::numeric = trunc(value::numeric);
        RETURN trunc(value::numeric)::text;
      ELSE RETURN value::text;
    END CASE;
  END $$;`

/** Returns the text and the hash that PostgreSQL finds for JSON, whose parts may come in any order. */
async function recompute(texts: readonly string[]) {
  const client = await app.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(secondWriter)
    const { rows } = await client.query<{ text: string; hash: string }>(
      `SELECT text, encode(sha256(convert_to(text, 'UTF8')), 'hex') AS hash
       FROM unnest($1::text[]) WITH ORDINALITY AS given (json, at), pg_temp.canonical(json::jsonb) AS text ORDER BY at`,
      [texts],
    )
    await client.query('ROLLBACK')
    return rows
  } finally {
    client.release()
  }
}

/** The same JSON with the parts of objects in reverse. */
const reversed = (value: unknown) =>
  JSON.stringify(value, (_, part) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).reverse())
      : part,
  )

/** The JSON once for each text and number in it, with one character of that one changed. */
function changedOnce(json: string): string[] {
  let count = 0
  JSON.parse(json, (_, part) => {
    if (typeof part === 'string' || typeof part === 'number') count++
    return part
  })
  return Array.from({ length: count }, (_, target) => {
    let at = 0
    return JSON.stringify(
      JSON.parse(json, (_, part) => {
        if ((typeof part !== 'string' && typeof part !== 'number') || at++ !== target) return part
        return typeof part === 'number' ? part + 1 : `${part.slice(0, -1)}${part.endsWith('#') ? '+' : '#'}`
      }),
    )
  })
}

/** All that JSON escapes, and what it may but RFC 8785 does not. */
const letters =
  '"quoted" \\back\\ /slash\ttab\r\nline \b\f\u0001\u001f\u007f\u2028\u2029 👰🏽‍♀️ 山田花子 é e\u0301 שלום'

test('the second writer writes the sample of RFC 8785, section 3.2.2', async () => {
  const sample = { string: '€$\u000f\nA\'B"\\\\"/', literals: [null, true, false] }
  const [written] = await recompute([JSON.stringify(sample)])
  expect(written!.text).toBe(String.raw`{"literals":[null,true,false],"string":"€$\u000f\nA'B\"\\\\\"/"}`)
})

test('the hash of what a person approved can be computed from their data by other means', async () => {
  const sent = await sendFullOrder(app, {
    company: 'Maison "Vale" \\ 山',
    product: 'Aurelie "gown" \\ 山田 👰🏽‍♀️',
    answer: letters,
    picture: 'sketch "front" 山.jpg',
    terms: `Made to order.\n${letters}`,
  })
  const approved = await answerOrder(app, sent.token, approval(1, 'Grace "山" Okafor'), {
    'user-agent': 'A browser',
  })
  expect(approved.status).toBe(303)
  const file = await sent.user.call('GET', `/api/people/data?customerId=${sent.customer.id}`)
  const { orders }: PersonData = JSON.parse(file.text)
  const [proposal] = orders[0]!.proposals
  expect(proposal).toMatchObject({
    number: 1,
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    answers: [{ kind: 'approved', name: 'Grace "山" Okafor', browser: 'A browser' }],
  })
  const { snapshot, hash } = proposal!
  for (const shown of [letters.trim(), 'Chantilly lace', '59.5', 'SPRING12'])
    expect(snapshot).toContain(JSON.stringify(shown).slice(1, -1))

  const [written] = await recompute([reversed(JSON.parse(snapshot))])
  expect(written).toEqual({ text: snapshot, hash })
  const others = await recompute(changedOnce(snapshot))
  expect(others.length).toBeGreaterThan(40)
  expect(new Set(others.map(({ hash }) => hash)).add(hash).size).toBe(others.length + 1)
})
