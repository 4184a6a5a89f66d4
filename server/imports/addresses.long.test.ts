import { describe, expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { makeCompany } from '../test/factories.ts'
import { check, runStarted } from '../test/imports.ts'

const app = startTestApp()

describe('an address in a file', () => {
  const heading = 'First name,Last name,Email,Street,City,State,ZIP,Country'
  /** Checks one customer with this address, and imports them if nothing is wrong. */
  async function importAddress([state, zip, country]: readonly string[]) {
    const staff = await makeCompany(app)
    const row = `Mae,Ito,mae@ito.test,2 King Street,Springfield,"${state}",${zip},"${country}"`
    const { body: checked } = await check(staff, `${heading}\n${row}`, 'customers')
    if (checked.errors.length > 0) return { errors: checked.errors }
    await staff.call('POST', `/api/imports/${checked.id}/start`)
    await runStarted(app)
    const [{ id, notes }] = (await staff.call('GET', '/api/customers')).body
    const addresses = (await staff.call('GET', `/api/customers/${id}/addresses`)).body
    return { notes, addresses: addresses.map((each: Record<string, string>) => [each.state, each.zip]) }
  }

  test.each([
    // Shopify: a territory is a state of the US (github.com/Shopify/worldwide, data/regions/US.yml).
    [
      ['PR', "'00901", 'US'],
      ['PR', '00901'],
    ],
    [
      ['Puerto Rico', '00901', 'United States'],
      ['PR', '00901'],
    ],
    [
      ['Washington, D.C.', '20001', 'USA'],
      ['DC', '20001'],
    ],
    // WooCommerce: it is a country without states (github.com/woocommerce/woocommerce, i18n/countries.php).
    [
      ['', '00901', 'PR'],
      ['PR', '00901'],
    ],
    [
      ['PR', '00901', 'Puerto Rico'],
      ['PR', '00901'],
    ],
    [
      ['', '96910', 'Guam'],
      ['GU', '96910'],
    ],
    [
      ['', '802', 'Virgin Islands (US)'],
      ['VI', '00802'],
    ],
    [
      ['CA', '94103', 'United States (US)'],
      ['CA', '94103'],
    ],
    [
      ['AE', '9012', ''],
      ['AE', '09012'],
    ],
    [
      ['MA', '21391234', ''],
      ['MA', '02139-1234'],
    ],
    [
      ['CA', '941031234.0', 'US'],
      ['CA', '94103-1234'],
    ],
    [
      ['CA', '94103 1234', 'US'],
      ['CA', '94103-1234'],
    ],
  ])('with state, ZIP code and country %j becomes %j', async (cells, address) => {
    expect(await importAddress(cells)).toEqual({ notes: '', addresses: [address] })
  })

  test.each([
    [['Ontario', 'K1A 0B1', 'Canada'], 'Ontario K1A 0B1, Canada'],
    [['', 'SW1A 1AA', 'United Kingdom'], 'SW1A 1AA, United Kingdom'],
    [['', 'VG1110', 'Virgin Islands (British)'], 'VG1110, Virgin Islands (British)'],
    [['GA', '0105', 'Georgia'], 'GA 0105, Georgia'],
    [['', '94103', 'US'], '94103'],
  ])('with %j goes into the notes', async (cells, line) => {
    const notes = `Address: 2 King Street, Springfield, ${line}`
    expect(await importAddress(cells)).toEqual({ notes, addresses: [] })
  })

  test('in a territory whose state names another place goes into the notes too', async () => {
    expect(await importAddress(['Pohnpei', '96941', 'Micronesia'])).toEqual({
      notes: 'Address: 2 King Street, Springfield, Pohnpei 96941, Micronesia',
      addresses: [['FM', '96941']],
    })
  })

  test.each([
    ['CA', '9410', 'US'],
    ['CA', '9410', ''],
    ['', 'SW1A 1AA', 'PR'],
    ['NY', '00000', 'US'],
  ])('with %j, %j and %j says what is wrong at its cell', async (...cells) => {
    const message = 'Enter a 5-digit ZIP code, or a ZIP+4 such as 94103-1234'
    expect(await importAddress(cells)).toMatchObject({
      errors: [{ name: 'Mae Ito', message, cells: [{ field: 'zip', value: cells[1], message }] }],
    })
  })
})
