import { expect, test } from 'vitest'
import { CallError } from '../../api/client.ts'
import { operationToasts } from '../../shopify/queries.ts'
import { failedTo, showFailure, toastStore } from './use-reported-call.ts'

const shown = () => toastStore.read()
const refused = (sentence?: string) => new CallError({ message: '502: Bad Gateway', status: 502, sentence })

test('a failure shows the sentence of the server, else the fallback of its call', () => {
  const { failed } = operationToasts['product.push']
  showFailure(refused('Shopify is busy. We’ll keep trying.'), { failed })
  expect(shown()).toMatchObject({ title: 'Sync failed', description: 'Shopify is busy. We’ll keep trying.' })
  showFailure(refused(), { failed })
  expect(shown()).toMatchObject({ title: 'Sync failed', description: 'Failed to push product to Shopify' })
  showFailure(refused(), { failed: operationToasts['products.sync'].failed })
  expect(shown()).toMatchObject({ title: 'Sync failed', description: 'Failed to sync with Shopify' })
})

test.each(['save settings', 'update product'])('the failed action comes first: %s', (what) => {
  showFailure(refused('This record is gone.'), { failed: failedTo(what) })
  expect(shown()).toMatchObject({ title: 'Error', description: `Failed to ${what}: This record is gone.` })
})
