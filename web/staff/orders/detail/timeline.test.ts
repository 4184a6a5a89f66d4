import type { ActivityEntry } from '@trunkshow/contract/activity/schema.ts'
import { expect, test } from 'vitest'
import { describeTimelineEntry } from './timeline.tsx'

type Given = Pick<ActivityEntry, 'activity' | 'changes'>

function read(given: Given) {
  const { does, says, lines, comment } = describeTimelineEntry(given as ActivityEntry)
  return [says ?? does, ...lines, ...(comment ? [comment] : [])]
}
const change = (field: string, from: string | null, to: string | null) => ({ field, from, to })

test.each<[Given['activity'], Given['changes'], string[]]>([
  ['order.created', [], ['created this order']],
  ['order.changed', [change('Hem length', '60 in', '59 in')], ['changed Hem length from 60 in to 59 in']],
  ['order.changed', [change('Phone', null, '917 555 0101')], ['set Phone to 917 555 0101']],
  ['order.changed', [change('Phone', '917 555 0101', null)], ['cleared Phone (was 917 555 0101)']],
  ['order.changed', [change('Files', null, 'front.jpg, back.jpg')], ['added front.jpg, back.jpg']],
  [
    'order.changed',
    [
      change('Fabric', 'Satin', 'Silk (+$250)'),
      change('Notes', 'Call first', null),
      change('Hem', null, '59'),
    ],
    ['changed this order', 'Fabric: Satin → Silk (+$250)', 'Notes: Call first → empty', 'Hem: 59'],
  ],
  ['order.status', [change('Status', 'Pending', 'Paid')], ['changed the status from Pending to Paid']],
  ['order.cancelled', [change('Status', 'Paid', 'Cancelled')], ['canceled this order']],
  [
    'order.discounted',
    [change('Discount', null, 'SPRING10'), change('Total', '$2,830.50', '$2,547.50')],
    ['applied SPRING10', 'Total: $2,830.50 → $2,547.50'],
  ],
  ['order.discounted', [change('Discount', 'SPRING10', null)], ['removed SPRING10']],
  ['order.discounted', [change('Discount', 'SPRING10', 'FRIENDS')], ['replaced SPRING10 with FRIENDS']],
  ['order.shopify', [change('Shopify', null, 'Sent to Shopify as #1009')], ['Sent to Shopify as #1009']],
  ['order.attached', [change('Files', null, 'front.jpg')], ['added front.jpg']],
  ['order.detached', [change('Files', 'front.jpg', null)], ['removed front.jpg']],
  ['order.commented', [change('Comment', null, 'Fitting\non May 3')], ['commented', 'Fitting\non May 3']],
])('%s %j', (activity, changes, words) => {
  expect(read({ activity, changes })).toEqual(words)
})
