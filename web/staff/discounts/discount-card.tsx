import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatDate } from '@trunkshow/contract/dates.ts'
import { discountCan } from '@trunkshow/contract/discounts/rules.ts'
import type { DiscountCode } from '@trunkshow/contract/discounts/schema.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { useMayDo } from '../session/session-query.ts'
import { useCompanyZone } from '../session/use-company-zone.ts'
import { storeQuery } from '../shopify/queries.ts'
import { reasonAgainstStore } from '../shopify/reason-against-store.ts'
import { ReasonButton } from '../ui/feedback/reason-button.tsx'
import { CardActions, RecordCard } from '../ui/list/card.tsx'
import { Tag } from '../ui/list/tag.tsx'
import { Facts } from '../ui/page/facts.tsx'
import { stateOf, storeStateOf } from './discount-state.ts'
import { useSyncDiscount } from './queries.ts'

/** The dialogs a card can open. */
export type DiscountTask = 'edit' | 'remove'

interface DiscountCardProps {
  code: DiscountCode
  /** Absent for roles that can't edit codes. */
  onTask: ((task: DiscountTask) => void) | undefined
}

/** One discount code: percentage, uses, expiration. */
export function DiscountCard({ code: discount, onTask }: DiscountCardProps) {
  const { code, description, discountValue, usedCount, usageLimit, expiresAt } = discount
  const { word, tone } = stateOf(discount, wallClock(new Date(), useCompanyZone()).date)
  return (
    <RecordCard
      height={200}
      title={(id) => (
        <Text component="h2" id={id} fz="md" fw={600} lh={1.3} lts="0.02em" miw={0}>
          {code}
        </Text>
      )}
      tag={<Tag tone={tone}>{word}</Tag>}
    >
      <Text mt={4} mb="xs" ff="var(--display)" fz="xl" lh={1.15}>
        {discountValue}% off
      </Text>
      {description && (
        <Text lineClamp={3} mb="sm">
          {description}
        </Text>
      )}
      <Facts>
        <dt>Used</dt>
        <dd>{usageLimit === null ? `${usedCount} (no limit)` : `${usedCount} of ${usageLimit}`}</dd>
        <dt>Expires</dt>
        <dd>{expiresAt ? formatDate(expiresAt) : 'Never'}</dd>
      </Facts>
      {onTask && (
        <CardActions justify="space-between">
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Edit ${code}`}
            onClick={() => onTask('edit')}
          >
            Edit
          </Button>
          <ReasonButton
            variant="subtle"
            size="compact-sm"
            color="bad"
            aria-label={`Delete ${code}`}
            reason={discountCan.delete(discount)}
            onClick={() => onTask('remove')}
          >
            Delete
          </ReasonButton>
        </CardActions>
      )}
      <DiscountStore code={discount} />
    </RecordCard>
  )
}

/** Whether a code in Shopify is up to date, and the button that syncs it. Viewers see it only if a store is connected. */
function DiscountStore({ code }: { code: DiscountCode }) {
  const { data: store } = useQuery(storeQuery())
  const maySync = useMayDo('shopify.push')
  const sync = useSyncDiscount(code)
  if (!maySync && !store?.connected) return null
  return (
    <Group
      justify="space-between"
      gap={0}
      mih="var(--control)"
      mt="xs"
      mx="-md"
      mb="-xs"
      pl="md"
      pr="xs"
      c="dimmed"
      fz="xs"
      style={{ borderTop: '1px solid var(--line)' }}
    >
      <span>{storeStateOf(code)}</span>
      {maySync && (
        <ReasonButton
          variant="subtle"
          size="compact-sm"
          aria-label={`Sync to Shopify: ${code.code}`}
          reason={reasonAgainstStore(store)}
          disabled={sync.isPending}
          onClick={() => sync.mutate(undefined)}
        >
          {sync.isPending ? 'Syncing...' : 'Sync to Shopify'}
        </ReasonButton>
      )}
    </Group>
  )
}
