/** The 50 states of the Sales Tax picker by their postal codes, which are stored (docs/product.md, Company details). */
export const usStates = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
} as const
export type UsState = keyof typeof usStates
export const usStateCodes = Object.keys(usStates) as [UsState, ...UsState[]]

/** What Shopify counts as states of the US, and ISO 3166-1 and WooCommerce as countries, with other names of them. */
const territories = {
  AS: ['American Samoa'],
  GU: ['Guam'],
  MP: ['Northern Mariana Islands', 'CNMI'],
  PR: ['Puerto Rico', 'Porto Rico'],
  VI: ['US Virgin Islands', 'USVI'],
  FM: ['Micronesia', 'Federated States of Micronesia', 'Micronesia (Federated States of)'],
  MH: ['Marshall Islands'],
  PW: ['Palau', 'Belau'],
}

/** Shopify's states besides the 50 (github.com/Shopify/worldwide, data/regions/US.yml): the name shown, then others. */
const otherZones: Record<string, string[]> = {
  DC: ['Washington, DC', 'District of Columbia'],
  ...territories,
  AA: ['Armed Forces Americas', 'Armed Forces (AA)'],
  AE: [
    'Armed Forces Europe',
    'Armed Forces (AE)',
    ...['Armed Forces Africa', 'Armed Forces Canada', 'Armed Forces Middle East'],
  ],
  AP: ['Armed Forces Pacific', 'Armed Forces (AP)'],
}

/** The states of an address by their postal codes, with their names. */
export const addressStates: Record<string, string> = {
  ...usStates,
  ...Object.fromEntries(Object.entries(otherZones).map(([code, [name]]) => [code, name!])),
}

/** A name without case, spaces and punctuation, and without words that some write: `U.S. Virgin Islands` → virginislands. */
const keyOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/\b(u\W*s(\W*a)?|united|states?|the|of|territory|commonwealth)\b/g, '')
    .replace(/[\s\p{P}\u02bb]/gu, '')

const codesByKey = new Map(
  [
    ...Object.entries(usStates).map(([code, name]) => [code, [name]] as const),
    ...Object.entries(otherZones),
  ].flatMap(([code, names]) => [code, ...names].map((name) => [keyOf(name), code])),
)

/**
 * The state code Shopify uses, from a code or a name; null for anything else.
 *
 * @param state as written: `NY`, `new york`, `Washington, D.C.`, `U.S. Virgin Islands`
 */
export function stateCodeOf(state: string): string | null {
  return codesByKey.get(keyOf(state)) ?? null
}

/**
 * What a country says of an address (decision 069): `US`, a territory's state code, or null for any other country.
 *
 * @param country a name or code; an empty one is the US
 */
export function usCountryOf(country: string): string | null {
  if (['', 'america'].includes(keyOf(country))) return 'US'
  const code = stateCodeOf(country)
  return code && code in territories ? code : null
}

/** A ZIP code's five digits, or fewer without leading zeros, and the four of a ZIP+4, with any dash or a `.0`. */
function readZip(typed: string): { five: string; four: string } {
  const plain = typed.normalize('NFKC').trim().replace(/\.0+$/, '')
  const [, five = '', four = ''] = /^(\d{3,5})[\s\p{Pd}\u2212+]*(\d{4})?$/u.exec(plain) ?? []
  return { five, four }
}

/** The lowest ZIP code: Holtsville, New York. */
const LOWEST_ZIP = 501

/** A US ZIP code as the Postal Service writes it, `94103` or `94103-1234`; null for anything else. */
export function zipOf(typed: string): string | null {
  const { five, four } = readZip(typed)
  if (five.length < 5 || Number(five) < LOWEST_ZIP) return null
  return four ? `${five}-${four}` : five
}

export interface Place {
  state: string | null
  zip: string | null
}

/**
 * Whether an address in the US needs another ZIP code. A stored one stays until it or its state is changed.
 *
 * @param stored the address before a change
 */
export function isZipWrong({ state, zip }: Place, stored?: Place): boolean {
  const code = stateCodeOf(state ?? '')
  if (!zip || !code || zipOf(zip)) return false
  return zip !== stored?.zip || code !== stateCodeOf(stored.state ?? '')
}

/** The first digits of ZIP codes that begin with zeros, by state (github.com/Shopify/worldwide, data/regions/US.yml). */
const zeroZips: Record<string, RegExp> = {
  AE: /^09/,
  CT: /^06/,
  MA: /^0(1|2[0-7]|55)/,
  ME: /^0(39|4)/,
  NH: /^03[0-8]/,
  NJ: /^0[78]/,
  NY: /^(005|06390)/,
  PR: /^00[679]/,
  RI: /^02[89]/,
  VI: /^008/,
  VT: /^05(?!5)/,
}

/**
 * Restores a ZIP code's leading zeros if that makes one of its state: `2139` in MA is `02139`, `9410` in CA stays.
 *
 * @param state a code
 */
export function withLeadingZeros(zip: string, state: string): string {
  const { five, four } = readZip(zip)
  const padded = five.padStart(5, '0')
  return zeroZips[state]?.test(padded) ? `${padded}${four}` : zip
}
