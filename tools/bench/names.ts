const FIRST =
  'Amelia Beatrice Clara Daphne Elena Flora Grace Helena Iris Julia Karin Lucia Mara Nora Olive Petra Rosa Sofia Thea Vera'
/** Last names consist of three of these, so there are many, with few people each, as in a large town. */
const SYLLABLES =
  'al ban cor del es far gal hol in jar kel lin mor nor ol par quin ros sel tor ul vas wen yar zel bri chan dor fen gre'
const NAMES = 'Aurelie Bastia Corvina Delphi Elodie Fiora Giulia Hestia Isolde Jacinta'
const KINDS = 'gown,blouse,coat,skirt,suit,cape,veil,jacket,dress,trousers'
const CLOTHS = 'silk,linen'

/** The n-th word of a list, repeating the list. */
export const word = (words: string, n: string, separator = ' ') =>
  `(string_to_array('${words}', '${separator}'))[1 + ((${n}) % ${words.split(separator).length})::int]`

/** Stores $2 customers for company $1 and returns their ids. */
export const INSERT_CUSTOMERS = `
  INSERT INTO customers (company_id, first_name, last_name, email, phone)
  SELECT $1, first, initcap(last), lower(first) || '.' || last || n % 97 || '@mail.test',
    '(' || 201 + n % 700 || ') 555-' || lpad((n * 7919::bigint % 10000)::text, 4, '0')
  FROM (
    SELECT n, ${word(FIRST, 'n * 7919::bigint / 31')} AS first,
      ${word(SYLLABLES, 'n * 7')} || ${word(SYLLABLES, 'n / 30')} || ${word(SYLLABLES, 'n / 900')} AS last
    FROM generate_series(1, $2::int) AS n
  ) AS people RETURNING id`

/** The same for products. */
export const INSERT_PRODUCTS = `
  INSERT INTO products (company_id, name, sku, category, base_price_cents)
  SELECT $1, ${word(NAMES, 'n')} || ' ' || ${word(CLOTHS, 'n / 100', ',')} || ' ' || ${word(KINDS, 'n / 10', ',')},
    'SKU-' || n, 'Collection ' || n / 100, 40000 + n % 1000 * 100
  FROM generate_series(0, $2::int - 1) AS n RETURNING id`
