import { Button, Checkbox, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type DiscountCode, discountChange, discountInput } from '@trunkshow/contract/discounts/schema.ts'
import { useState } from 'react'
import { useMayDo } from '../session/session-query.ts'
import { DeleteDialog } from '../ui/dialog/delete-dialog.tsx'
import { DateField } from '../ui/form/date-field.tsx'
import { FormDialog } from '../ui/form/form-dialog.tsx'
import { FieldRow } from '../ui/form/form-section.tsx'
import { useEditForm } from '../ui/form/use-edit-form.tsx'
import { CardList } from '../ui/list/card.tsx'
import { ActiveFilter, ListScreen } from '../ui/list/list-screen.tsx'
import { DiscountCard, type DiscountTask } from './discount-card.tsx'
import { type DiscountFilter, discountsQuery, useDeleteDiscount, useSaveDiscount } from './queries.ts'

interface DiscountsTabProps {
  filter: DiscountFilter
  onFilter: (change: DiscountFilter) => void
}

/**
 * The Discounts tab: codes that take a percentage off an order (docs/product.md, Discount codes). Only admins can
 * change them.
 */
export function DiscountsTab({ filter, onFilter }: DiscountsTabProps) {
  const { q, isActive } = filter
  const list = useInfiniteQuery(discountsQuery(filter))
  const mayEdit = useMayDo('discounts.edit')
  const [adding, setAdding] = useState(false)
  const add = mayEdit ? () => setAdding(true) : undefined
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
        {(codes, outdated) => <DiscountCards codes={codes} outdated={outdated} mayEdit={mayEdit} />}
      </ListScreen>
      {adding && <DiscountDialog onClose={() => setAdding(false)} />}
    </>
  )
}

interface DiscountCardsProps {
  codes: readonly DiscountCode[]
  /** Whether these are the previous filter's rows, shown while the new ones load. */
  outdated: boolean
  mayEdit: boolean
}

/** A card for each code. Dialogs outlive their card and an emptied list, so nothing typed is lost. */
function DiscountCards({ codes, outdated, mayEdit }: DiscountCardsProps) {
  const [open, setOpen] = useState<{ code: DiscountCode; task: DiscountTask }>()
  const close = () => setOpen(undefined)
  return (
    <>
      {codes.length > 0 && (
        <CardList label="Discount codes" width={260} outdated={outdated}>
          {codes.map((code) => (
            <DiscountCard
              key={code.id}
              code={code}
              onTask={mayEdit ? (task) => setOpen({ code, task }) : undefined}
            />
          ))}
        </CardList>
      )}
      {open?.task === 'edit' && <DiscountDialog code={open.code} onClose={close} />}
      {open?.task === 'remove' && <DeleteDiscountDialog code={open.code} onClose={close} />}
    </>
  )
}

interface DeleteDiscountDialogProps {
  code: DiscountCode
  onClose: () => void
}

/** Confirms deleting a code; one that an order uses can't be deleted (docs/product.md, Making a code). */
function DeleteDiscountDialog({ code, onClose }: DeleteDiscountDialogProps) {
  const remove = useDeleteDiscount(code)
  return (
    <DeleteDialog
      noun="discount code"
      loading={remove.isPending}
      onDelete={() => remove.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      <strong>{code.code}</strong> will be deleted{code.shopifyPriceRuleId && ' here and in Shopify'}. This
      can’t be undone.
    </DeleteDialog>
  )
}

interface DiscountDialogProps {
  /** The code to change; absent for a new one. */
  code?: DiscountCode
  onClose: () => void
}

/** Adds or changes a discount code (docs/product.md, Making a code). */
function DiscountDialog({ code, onClose }: DiscountDialogProps) {
  const save = useSaveDiscount(code)
  const edit = useEditForm({ schema: () => discountInput, record: code, valuesOf, error: save.error })
  const { form } = edit
  return (
    <FormDialog
      title={code ? 'Edit Discount Code' : 'New Discount Code'}
      form={edit}
      call={{ ...save, error: edit.error }}
      onSubmit={(values) =>
        // Numbers are sent as numbers, and the type with them.
        save.mutate(
          {
            input: discountInput.parse(values),
            change: { ...discountChange.parse(edit.changes()), version: edit.base?.version },
          },
          { onSuccess: onClose, onError: edit.mergeTheirs },
        )
      }
      submitLabel={code ? 'Save' : 'Create Discount Code'}
      onClose={onClose}
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
