import { Box, Checkbox, Group, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Customization, ProductCustomization } from '@trunkshow/contract/customizations/schema.ts'
import type { Product } from '@trunkshow/contract/products/schema.ts'
import { useState } from 'react'
import { api, call } from '../api/client.ts'
import { Dialog, DialogButtons } from '../ui/dialog/dialog.tsx'
import { Loaded } from '../ui/feedback/notice.tsx'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { SearchField, ShowMore } from '../ui/list/list-screen.tsx'
import { OrderedList, type RowHandles } from '../ui/list/ordered-list.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import { countOf, QuietButton, QuietText, SubtleButton, Tag } from '../ui/page/words.tsx'
import rowStyles from './assigned-row.module.css'
import { assignedQuery, customizationsQuery } from './queries.ts'

interface AssignDialogProps {
  product: Product
  mayEdit: boolean
  onClose: () => void
}

/** A product's customizations, which of them are required, and their order (docs/product.md, Customizations). */
export function AssignDialog({ product, mayEdit, onClose }: AssignDialogProps) {
  const assigned = useQuery(assignedQuery(product.id))
  return (
    <Dialog title={mayEdit ? 'Assign Customizations' : 'Customizations'} onClose={onClose}>
      <QuietText mb="sm">{product.name}</QuietText>
      <Loaded query={assigned} noun="customizations" skeleton={{ height: 120 }} isSafe>
        {(assigned) => (
          <>
            {assigned.length === 0 ? (
              <QuietText mb="sm">This product has no customizations yet.</QuietText>
            ) : (
              <AssignedList productId={product.id} assigned={assigned} mayEdit={mayEdit} />
            )}
            {mayEdit && <CustomizationsToAssign productId={product.id} assigned={assigned} />}
          </>
        )}
      </Loaded>
      <DialogButtons>
        <QuietButton onClick={onClose}>Done</QuietButton>
      </DialogButtons>
    </Dialog>
  )
}

interface AssignedListProps {
  productId: number
  assigned: readonly ProductCustomization[]
  mayEdit: boolean
}

/** A product's customizations in their order. A new order shows at once, and reverts if the server rejects it. */
function AssignedList({ productId, assigned, mayEdit }: AssignedListProps) {
  const client = useQueryClient()
  const { queryKey } = assignedQuery(productId)
  const order = useReportedCall({
    call: async (customizationIds: number[]) => {
      const params = { id: productId }
      client.setQueryData(queryKey, await call(api.products.reorder, { params, body: { customizationIds } }))
    },
    failed: 'Failed to reorder customizations',
    reloads: queryKey,
    // One at a time, so the last of several quick moves wins.
    scope: { id: `reorder-customizations-${productId}` },
  })
  const [shown, show] = useState<number[]>()
  const placeOf = ({ customizationId }: ProductCustomization) => shown!.indexOf(customizationId)
  const rows = shown ? assigned.toSorted((a, b) => placeOf(a) - placeOf(b)) : assigned
  const save = (ids: number[]) => {
    show(ids)
    order.mutate(ids, { onSettled: () => show((latest) => (latest === ids ? undefined : latest)) })
  }
  return (
    <OrderedList
      label="Assigned customizations"
      items={rows.map(({ customizationId: id, customization: { name } }) => ({ id, name }))}
      onOrder={show}
      onKeep={save}
      onCancel={() => show(undefined)}
    >
      {(_, place, handles) => (
        <AssignedRow productId={productId} row={rows[place]!} mayEdit={mayEdit} handles={handles} />
      )}
    </OrderedList>
  )
}

interface AssignedRowProps {
  productId: number
  row: ProductCustomization
  mayEdit: boolean
  handles: RowHandles
}

function AssignedRow({ productId, row, mayEdit, handles }: AssignedRowProps) {
  const { dragged, grip, steps } = handles
  const { customizationId, isRequired } = row
  const params = { id: productId, customizationId }
  const reloads = assignedQuery(productId).queryKey
  const setRequired = useReportedCall({
    call: (isRequired: boolean) => call(api.products.setRequired, { params, body: { isRequired } }),
    failed: 'Failed to update customization',
    reloads,
  })
  /** From the click until the result is loaded: `isPending` comes too late, React would reset the checkbox first. */
  const [chosen, setChosen] = useState<boolean>()
  const unassign = useReportedCall({
    call: () => call(api.products.unassign, { params }),
    done: 'Customization removed',
    failed: 'Failed to remove customization',
    reloads,
  })
  const { name, options } = row.customization
  return (
    <Group
      component="li"
      gap="0 8px"
      py="xs"
      bg={dragged ? 'var(--accent-wash)' : 'var(--sheet)'}
      style={{ borderBottom: '1px solid var(--line)' }}
    >
      {mayEdit && grip}
      <Text span flex="1 1 120px" miw={0}>
        {name} <small>{countOf(String(options), 'option')}</small>
      </Text>
      {!mayEdit && isRequired && <Tag>Required</Tag>}
      {mayEdit && (
        <Group
          component="span"
          gap="xs"
          wrap="nowrap"
          mr="-xs"
          className={`${surfaces.tight} ${rowStyles.actions}`}
        >
          <Checkbox
            label="Required"
            aria-label={`${name} is required`}
            disabled={setRequired.isPending}
            checked={chosen ?? isRequired}
            onChange={({ currentTarget: { checked } }) => {
              setChosen(checked)
              setRequired.mutate(checked, { onSettled: () => setChosen(undefined) })
            }}
          />
          {steps}
          <SubtleButton
            color="bad"
            aria-label={`Remove ${name}`}
            disabled={unassign.isPending}
            onClick={() => unassign.mutate()}
          >
            Remove
          </SubtleButton>
        </Group>
      )}
    </Group>
  )
}

/** The company's customizations that aren't assigned yet, to search and assign. */
function CustomizationsToAssign({ productId, assigned }: Omit<AssignedListProps, 'mayEdit'>) {
  const [q, setQ] = useState('')
  const list = useInfiniteQuery(customizationsQuery(q || undefined))
  const others = list.data?.rows.filter(
    ({ id }) => !assigned.some(({ customizationId }) => customizationId === id),
  )
  return (
    <Box component="section" mt="md" aria-label="Customizations to assign">
      <SearchField label="Find a customization" value={q} onSearch={setQ} />
      {list.isError && <p role="alert">Couldn’t load customizations. Please try again.</p>}
      {others?.length === 0 && (
        <QuietText mt="sm">
          {q ? 'No other customizations match your search.' : 'There are no other customizations to assign.'}
        </QuietText>
      )}
      <Box
        component="ul"
        mt="xs"
        mah={264}
        style={{ overflow: 'hidden auto' }}
        className={surfaces.between}
        aria-busy={list.isFetching}
      >
        {others?.map((customization) => (
          <AssignableRow key={customization.id} productId={productId} customization={customization} />
        ))}
      </Box>
      <ShowMore list={list} />
    </Box>
  )
}

function AssignableRow({ productId, customization }: { productId: number; customization: Customization }) {
  const assign = useReportedCall({
    call: (customizationId: number) =>
      call(api.products.assign, { params: { id: productId }, body: { customizationId, isRequired: false } }),
    done: 'Customization assigned',
    failed: 'Failed to assign customization',
    reloads: assignedQuery(productId).queryKey,
  })
  const { id, name, options } = customization
  const assigning = assign.isPending ? 'Assigning...' : 'Assign'
  return (
    <Group component="li" gap="xs" wrap="nowrap" mih="var(--control)" className={surfaces.tight}>
      <Text span flex={1} miw={0}>
        {name} <small>{countOf(String(options), 'option')}</small>
      </Text>
      <SubtleButton
        aria-label={`${assigning} ${name}`}
        disabled={assign.isPending}
        onClick={() => assign.mutate(id)}
      >
        {assigning}
      </SubtleButton>
    </Group>
  )
}
