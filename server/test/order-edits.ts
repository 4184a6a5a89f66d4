import type { TestUser } from './factories.ts'

/** The shipping address in one line. */
export const home = { street: '12 Mercer Street', city: 'New York', state: 'NY', zip: '10013' }
export const silk = { item: 'Ivory gown', fabric: 'Silk crêpe (+$250)' }
export const pdf = (name: string, content = '%PDF-1.7') => new File([content], name)

export const put = (staff: TestUser, { id }: { id: number }, change: unknown) =>
  staff.call('PUT', `/api/orders/${id}`, change)
export const read = async (staff: TestUser, { id }: { id: number }) =>
  (await staff.call('GET', `/api/orders/${id}`)).body

/** Returns an order's timeline: for each entry, its activity and its changes in words. */
export async function timelineOf(staff: TestUser, { id }: { id: number }) {
  const { body } = await staff.call('GET', `/api/orders/${id}/timeline`)
  return (body as { activity: string; changes: { field: string; from: string; to: string }[] }[]).map(
    ({ activity, changes }) => [
      activity,
      ...changes.map(({ field, from, to }) => `${field}: ${from} → ${to}`),
    ],
  )
}
