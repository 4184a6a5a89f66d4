import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { formatDate } from '@trunkshow/contract/dates.ts'
import { discountMessages } from '@trunkshow/contract/discounts/messages.ts'
import { discountCan } from '@trunkshow/contract/discounts/rules.ts'
import { type DiscountCode, discountChange, discountInput } from '@trunkshow/contract/discounts/schema.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { type ReactNode, useState } from 'react'
import { api, call } from '../api/client.ts'
import { useCompanyZone, useMayDo } from '../session/session-query.ts'
import { operationToasts, reasonAgainstStore, settleOperation, storeQuery } from '../shopify/queries.ts'
import { DeleteRecord } from '../ui/dialog/dialog.tsx'
import { ReasonButton } from '../ui/feedback/reason-button.tsx'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { DateField } from '../ui/form/date-field.tsx'
import { FormDialog, useRecordForm } from '../ui/form/form-dialog.tsx'
import { FieldRow } from '../ui/form/form-shell.tsx'
import { CardList, RecordCard } from '../ui/list/card.tsx'
import { ActiveFilter, ListScreen } from '../ui/list/list-screen.tsx'
import { Facts } from '../ui/page/facts.tsx'
import { Tag } from '../ui/page/words.tsx'
import { RowMenu } from '../ui/table/row-menu.tsx'
import { type DiscountFilter, discountsQuery } from './queries.ts'

interface DiscountsTabProps {
  filter: DiscountFilter
  onFilter: (change: DiscountFilter) => void
}

/** The Discounts tab (docs/product.md, Discount codes). Only admins can change codes. */
export function DiscountsTab({ filter, onFilter }: DiscountsTabProps) {
  const { q, isActive } = filter
  const list = useInfiniteQuery(discountsQuery(filter))
  const mayEdit = useMayDo('discounts.edit')
  /** Outlives its card and an emptied list, so nothing typed is lost. */
  const [dialog, setDialog] = useState<ReactNode>()
  const add = mayEdit ? () => setDialog(<DiscountDialog onClose={() => setDialog(null)} />) : undefined
  return (
    <>
      <ListScreen
        list={list}
        noun="discount code"
        q={q}
        onSearch={(q) => onFilter({ q })}
        filters={<ActiveFilter isActive={isActive} onFilter={onFilter} />}
        actions={add && <Button onClick={add}>New Discount Code</Button>}
        empty={{
          filtered: (q !== undefined || isActive !== undefined) && {
            text: 'No discount codes match your filters.',
            onClear: () => onFilter({ q: undefined, isActive: undefined }),
          },
          title: 'No Discount Codes Yet',
          children: `A discount code takes a percentage off an order.${
            add ? ' You can limit how often it’s used and when it expires.' : ' Admins can create them.'
          }`,
          ways: add && [['Create your first discount code', add]],
        }}
      >
        {(codes, outdated) => (
          <CardList label="Discount codes" width={260} rows={codes} outdated={outdated}>
            {(code) => <DiscountCard key={code.id} code={code} mayEdit={mayEdit} onDialog={setDialog} />}
          </CardList>
        )}
      </ListScreen>
      {dialog}
    </>
  )
}

/** Adds or changes a discount code (docs/product.md, Making a code). */
function DiscountDialog({ code, onClose }: { code?: DiscountCode; onClose: () => void }) {
  const { form, dialog } = useRecordForm({
    noun: 'discount code',
    record: code,
    schema: () => discountInput,
    valuesOf,
    // Numbers are sent as numbers, and the type with them.
    create: (values) => call(api.discounts.create, { body: discountInput.parse(values) }),
    update: ({ id }, { version, ...changes }) =>
      call(api.discounts.update, { params: { id }, body: { ...discountChange.parse(changes), version } }),
    failure: { failed: `Failed to ${code ? 'update' : 'create'} discount code.` },
    reloads: ['discounts'],
    onClose,
  })
  return (
    <FormDialog
      title={code ? 'Edit Discount Code' : 'New Discount Code'}
      {...dialog}
      submitLabel={code ? 'Save' : 'Create Discount Code'}
    >
      <FieldRow>
        <TextInput
          label="Code"
          required
          autoComplete="off"
          autoCapitalize="characters"
          data-autofocus
          {...form.getInputProps('code')}
        />
        <TextInput
          label="Discount percentage"
          name="discountPercentage"
          required
          inputMode="numeric"
          autoComplete="off"
          rightSection="%"
          {...form.getInputProps('discountValue')}
        />
      </FieldRow>
      <TextInput label="Description" {...form.getInputProps('description')} />
      <FieldRow>
        <TextInput
          label="Maximum uses"
          name="maxUsage"
          placeholder="Unlimited"
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('usageLimit')}
        />
        <DateField label="Expires" placeholder="Never" clearable {...form.getInputProps('expiresAt')} />
      </FieldRow>
      <Checkbox
        label="Active"
        description="Can be applied to orders"
        {...form.getInputProps('isActive', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}

function valuesOf(code?: DiscountCode) {
  return {
    code: code?.code ?? '',
    description: code?.description ?? '',
    discountValue: code ? String(code.discountValue) : '',
    usageLimit: code?.usageLimit ? String(code.usageLimit) : '',
    expiresAt: code?.expiresAt ?? '',
    isActive: code?.isActive ?? true,
  }
}

interface DiscountCardProps {
  code: DiscountCode
  mayEdit: boolean
  onDialog: (dialog: ReactNode) => void
}

function DiscountCard({ code: discount, mayEdit, onDialog }: DiscountCardProps) {
  const { code, description, discountValue, usedCount, usageLimit, expiresAt } = discount
  const close = () => onDialog(null)
  const edit = () => onDialog(<DiscountDialog code={discount} onClose={close} />)
  const remove = () =>
    onDialog(
      <DeleteRecord
        noun="discount code"
        call={() => call(api.discounts.remove, { params: { id: discount.id } })}
        failed="Failed to delete discount code."
        reloads={['discounts']}
        onClose={close}
      >
        <strong>{code}</strong> will be deleted
        {discount.shopifyPriceRuleId && ' here and in Shopify'}. This can’t be undone.
      </DeleteRecord>,
    )
  const { word, tone } = stateOf(discount, wallClock(new Date(), useCompanyZone()).date)
  return (
    <RecordCard
      height={170}
      name={code}
      open={mayEdit ? { onOpen: edit } : undefined}
      tag={<Tag tone={tone}>{word}</Tag>}
      menu={
        mayEdit && (
          <RowMenu
            name={code}
            tasks={[
              { label: 'Edit', onRun: edit },
              { label: 'Delete', danger: true, reason: discountCan.delete(discount), onRun: remove },
            ]}
          />
        )
      }
    >
      <Text mt={4} mb="xs" fw={600}>
        {discountValue}% off
      </Text>
      {description && (
        <Text lineClamp={3} mb="sm">
          {description}
        </Text>
      )}
      <Facts
        facts={{
          Used: usageLimit === null ? `${usedCount} (no limit)` : `${usedCount} of ${usageLimit}`,
          Expires: expiresAt ? formatDate(expiresAt) : 'Never',
        }}
      />
      <DiscountStore code={discount} />
    </RecordCard>
  )
}

/** Whether a code in Shopify is up to date, and the button that syncs it. Viewers see it only if a store is connected. */
function DiscountStore({ code }: { code: DiscountCode }) {
  const { data: store } = useQuery(storeQuery())
  const maySync = useMayDo('shopify.push')
  const sync = useReportedCall({
    call: () => settleOperation(call(api.discounts.sync, { params: { id: code.id } })),
    ...operationToasts['discount.sync'],
    reloads: ['discounts'],
  })
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
          aria-label={`Send to Shopify: ${code.code}`}
          reason={reasonAgainstStore(store)}
          disabled={sync.isPending}
          onClick={() => sync.mutate(undefined)}
        >
          {sync.isPending ? 'Sending...' : 'Send to Shopify'}
        </ReasonButton>
      )}
    </Group>
  )
}

const words: Record<string, { word: string; tone: 'plain' | 'warn' }> = {
  [discountMessages.inactive]: { word: 'Inactive', tone: 'plain' },
  [discountMessages.expired]: { word: 'Expired', tone: 'warn' },
  [discountMessages.usedUp]: { word: 'Used up', tone: 'warn' },
}

/** A code's status: Active if it can be applied today (`yyyy-MM-dd`, the company's), else why it can't. */
export function stateOf(code: DiscountCode, today: string) {
  const refusal = discountCan.apply(code, today)
  return refusal === null ? ({ word: 'Active', tone: 'good' } as const) : words[refusal]!
}

/** Whether a code is in Shopify and up to date, as text. */
export function storeStateOf({ shopifyPriceRuleId, shopifySyncedAt }: DiscountCode): string {
  if (!shopifyPriceRuleId) return 'Not in Shopify'
  return shopifySyncedAt ? 'In Shopify' : 'Changed since it was sent'
}
