import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { expectToast } from '../in-page.ts'
import { makeFullForm, takeOrder } from '../order-form.ts'

test('an event’s report has a statement by colleague, whose commission is typed and kept', async ({
  host,
}) => {
  const { page } = host
  const show = await host.makeShow()
  const order = await takeOrder(host, await makeFullForm(host), { eventId: show.id })
  await host.make(`/api/orders/${order.id}/entries`, { kind: 'payment', amount: '1000.04', method: 'cash' })
  await page.goto(`/reports?eventId=${show.id}`)
  const statement = page.getByRole('region', { name: 'Statement by colleague', exact: true })
  const percent = statement.getByLabel('Commission, % of what was paid')
  await percent.fill('101')
  await percent.press('Enter')
  await expect(statement.getByText('Enter 0 to 100, with up to two decimals')).toBeVisible()
  await percent.fill('12.5')
  await percent.press('Enter')
  await expectToast(page, 'Commission saved')
  await page.reload()
  await expect(statement.getByRole('columnheader', { name: 'Commission of 12.5%' })).toBeVisible()
  await expect(statement.getByRole('row', { name: /^Total/ })).toContainText('$1,000.04$125.01')
  await expectAccessible(page)
  const file = page.waitForEvent('download')
  await statement.getByRole('link', { name: 'Export CSV of Statement by colleague' }).click()
  expect((await file).suggestedFilename()).toContain('Statement')
})
