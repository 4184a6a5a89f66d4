import { expect, test } from 'vitest'
import { addressInput } from './customers/schema.ts'
import { addressStates, stateCodeOf, usCountryOf, withLeadingZeros, zipOf } from './us-states.ts'

test('each state of an address is found by its code and its name', () => {
  const found = Object.entries(addressStates).flatMap((names) => names.map(stateCodeOf))
  expect(found).toEqual(Object.keys(addressStates).flatMap((code) => [code, code]))
  expect(Object.keys(addressStates)).toHaveLength(62)
})

test.each([
  [' new york ', 'NY'],
  ['N.Y.', 'NY'],
  ['N. Y.', 'NY'],
  ['New York State', 'NY'],
  ['US-AL', 'AL'],
  ['California, USA', 'CA'],
  ['Commonwealth of Massachusetts', 'MA'],
  ['Hawai\u02bbi', 'HI'],
  ['Hawai’i', 'HI'],
  ['Washington', 'WA'],
  ['Washington State', 'WA'],
  ['dc', 'DC'],
  ['D.C.', 'DC'],
  ['D. C.', 'DC'],
  ['Washington DC', 'DC'],
  ['Washington, D.C.', 'DC'],
  ['Washington D. C.', 'DC'],
  ['District of Columbia', 'DC'],
  ['The District of Columbia', 'DC'],
  ['P.R.', 'PR'],
  ['US-PR', 'PR'],
  ['PUERTO RICO', 'PR'],
  ['Porto Rico', 'PR'],
  ['Commonwealth of Puerto Rico', 'PR'],
  ['guam', 'GU'],
  ['Territory of Guam', 'GU'],
  ['VI', 'VI'],
  ['USVI', 'VI'],
  ['U.S.V.I.', 'VI'],
  ['Virgin Islands', 'VI'],
  ['US Virgin Islands', 'VI'],
  ['U.S. Virgin Islands', 'VI'],
  ['U. S. Virgin Islands', 'VI'],
  ['United States Virgin Islands', 'VI'],
  ['The Virgin Islands of the United States', 'VI'],
  ['Virgin Islands (US)', 'VI'],
  ['Virgin Islands, U.S.', 'VI'],
  ['American Samoa', 'AS'],
  ['Northern Mariana Islands', 'MP'],
  ['Commonwealth of the Northern Mariana Islands', 'MP'],
  ['Federated States of Micronesia', 'FM'],
  ['Micronesia, Federated States of', 'FM'],
  ['Micronesia', 'FM'],
  ['Marshall Islands', 'MH'],
  ['Palau', 'PW'],
  ['Armed Forces Europe', 'AE'],
  ['Armed Forces of the Americas', 'AA'],
  ['Armed Forces - Pacific', 'AP'],
  ['Armed Forces (AE)', 'AE'],
  ['Armed Forces Middle East', 'AE'],
  ['Armed Forces', null],
  ['British Virgin Islands', null],
  ['Virgin Islands (British)', null],
  ['Samoa', null],
  ['Ontario', null],
  ['Québec', null],
  ['United States', null],
  ['US', null],
  ['U', null],
  ['-', null],
  ['', null],
])('the state %j is %j', (written, code) => {
  expect(stateCodeOf(written)).toBe(code)
})

test.each([
  ['', 'US'],
  ['us', 'US'],
  ['U.S.A.', 'US'],
  ['United States', 'US'],
  ['The United States of America', 'US'],
  ['United States (US)', 'US'],
  ['PR', 'PR'],
  ['Puerto Rico', 'PR'],
  ['Guam', 'GU'],
  ['Virgin Islands (US)', 'VI'],
  ['Virgin Islands, U.S.', 'VI'],
  ['Belau', 'PW'],
  ['FM', 'FM'],
  ['AE', null],
  ['CA', null],
  ['Georgia', null],
  ['Virgin Islands (British)', null],
  ['United States (US) Minor Outlying Islands', null],
  ['United Kingdom', null],
  ['DC', null],
])('the country %j is %j', (written, place) => {
  expect(usCountryOf(written)).toBe(place)
})

test.each([
  ['94103', '94103'],
  ['00501', '00501'],
  ['94103-1234', '94103-1234'],
  ['941031234', '94103-1234'],
  ['94103 1234', '94103-1234'],
  ['94103 - 1234', '94103-1234'],
  ['94103–1234', '94103-1234'],
  ['94103—1234', '94103-1234'],
  ['94103\u22121234', '94103-1234'],
  ['94103+1234', '94103-1234'],
  ['\u00a094103\u00a01234 ', '94103-1234'],
  ['９４１０３－１２３４', '94103-1234'],
  ['94103-', '94103'],
  ['94103.0', '94103'],
  ['941031234.0', '94103-1234'],
  ['9410', null],
  ['9410-1234', null],
  ['94103-123', null],
  ['94103-12345', null],
  ['9410 31234', null],
  ['941031', null],
  ['9410312345', null],
  ['94103.5', null],
  ['94,103', null],
  ['9410E', null],
  ['K1A 0B1', null],
  ['SW1A 1AA', null],
  ['00000', null],
  ['00500', null],
  ['-94103', null],
  ['', null],
])('the ZIP code %j is %j', (typed, zip) => {
  expect(zipOf(typed)).toBe(zip)
  if (zip) expect(zipOf(zip)).toBe(zip)
})

test.each([
  ['2139', 'MA', '02139'],
  ['2139-1234', 'MA', '02139-1234'],
  ['2139 1234', 'MA', '02139-1234'],
  ['21391234', 'MA', '02139-1234'],
  ['2139.0', 'MA', '02139'],
  ['501', 'NY', '00501'],
  ['6390', 'NY', '06390'],
  ['901', 'PR', '00901'],
  ['9011234', 'PR', '00901-1234'],
  ['802', 'VI', '00802'],
  ['9012', 'AE', '09012'],
  ['7030', 'NJ', '07030'],
  ['07030', 'NJ', '07030'],
  ['02139-1234', 'MA', '02139-1234'],
  ['94103', 'CA', '94103'],
  ['9410', 'CA', null],
  ['94101234', 'CA', null],
  ['1001', 'NY', null],
  ['213', 'MA', null],
  ['0', 'MA', null],
  ['', 'MA', null],
])('the ZIP code %j of a spreadsheet is %j of %s', (cell, state, zip) => {
  expect(zipOf(withLeadingZeros(cell, state))).toBe(zip)
  if (!zip) expect(withLeadingZeros(cell, state)).toBe(cell)
})

const home = { street: '12 Mercer Street', city: 'San Juan', state: 'PR', zip: '00901' }

test.each([
  [
    { state: 'puerto rico', zip: '00901 1234' },
    { state: 'PR', zip: '00901-1234' },
  ],
  [
    { state: 'Washington, D.C.', zip: '20001.0' },
    { state: 'DC', zip: '20001' },
  ],
  [
    { state: 'Ontario', zip: 'K1A 0B1' },
    { state: 'Ontario', zip: 'K1A 0B1' },
  ],
])('an address with %j is stored with %j', (typed, stored) => {
  expect(addressInput().parse({ ...home, ...typed })).toMatchObject(stored)
})

test.each([
  [{ zip: '9410' }, ['Enter a 5-digit ZIP code, or a ZIP+4 such as 94103-1234']],
  [{ zip: 'K1A 0B1' }, ['Enter a 5-digit ZIP code, or a ZIP+4 such as 94103-1234']],
  [{ zip: ' ' }, ['ZIP code is required']],
  [
    { street: '', zip: '00000' },
    ['Street address is required', 'Enter a 5-digit ZIP code, or a ZIP+4 such as 94103-1234'],
  ],
  [{ state: 'Ontario', zip: 'x'.repeat(21) }, ['ZIP code must be 20 characters or less']],
])('an address with %j is refused', (typed, messages) => {
  const { error } = addressInput().safeParse({ ...home, ...typed })
  expect(error?.issues.map(({ message }) => message)).toEqual(messages)
})
