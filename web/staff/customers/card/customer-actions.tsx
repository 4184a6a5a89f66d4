import { Group, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { joinTags, tagsIn } from '@trunkshow/contract/customers/rules.ts'
import { type Customer, customerInput, editableOf, fullName } from '@trunkshow/contract/customers/schema.ts'
import type { WhichPerson } from '@trunkshow/contract/customers/screens.ts'
import { paths, urlOf } from '@trunkshow/contract/paths.ts'
import { isErased } from '@trunkshow/contract/privacy/rules.ts'
import type { ComponentType } from 'react'
import { api, call } from '../../api/client.ts'
import { EraseDialog } from '../../privacy/erase-dialog.tsx'
import { useMayDo } from '../../session/session-query.ts'
import { ConfirmCall, DeleteRecord } from '../../ui/dialog/dialog.tsx'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { FormDialog, useRecordForm } from '../../ui/form/form-dialog.tsx'
import { FieldRow } from '../../ui/form/form-shell.tsx'
import { SubtleButton } from '../../ui/page/words.tsx'
import { RowMenu } from '../../ui/table/row-menu.tsx'
import { MergeDialog } from '../merge/merge-dialog.tsx'
import { SimilarHint } from '../merge/pick-customer.tsx'
import { tagsQuery } from '../queries.ts'
import type { CustomerProps } from './addresses.tsx'

interface CustomerMenuProps extends CustomerProps {
  /** Whether it is on the customer's own page. */
  isOpen?: boolean
}

/** What the user may do with a customer besides opening them. */
export function CustomerMenu({ customer, onDialog, isOpen = false }: CustomerMenuProps) {
  const mayEdit = useMayDo('orders.edit')
  const mayDelete = useMayDo('orders.delete')
  const restore = useReportedCall({
    call: () => call(api.customers.restore, { params: { id: customer.id } }),
    done: 'Customer restored',
    failed: 'Failed to restore customer',
    reloads: ['customers'],
  })
  const erased = isErased(customer)
  const isCurrent = !customer.isArchived
  const task = (label: string, TaskDialog: ComponentType<CustomerTaskProps>, danger = false) => ({
    label,
    danger,
    onRun: () => onDialog(<TaskDialog customer={customer} onClose={() => onDialog(null)} />),
  })
  return (
    <RowMenu
      name={fullName(customer)}
      tasks={[
        !isOpen && { label: 'History', to: historyOf(customer) },
        mayEdit && isCurrent && task('Edit', CustomerDialog),
        mayEdit && !isCurrent && !erased && { label: 'Restore', onRun: () => restore.mutate() },
        mayDelete && isCurrent && task('Merge', MergeDialog),
        mayEdit && isCurrent && task('Archive', ArchiveDialog),
        isOpen && mayDelete && !erased && downloadOf({ customerId: customer.id }),
        // Customers with orders can only be archived (docs/product.md, Customers and addresses).
        mayDelete && !customer.hasOrders && !erased && task('Delete', DeleteCustomerDialog, true),
        mayDelete && !erased && task('Erase', EraseCustomer, true),
      ]}
    />
  )
}

/** Exports all data stored about a person, to hand over to them. */
export const downloadOf = (who: WhichPerson) => ({
  label: 'Download data',
  href: urlOf(api.privacy.personData.path, {}, { ...who }),
})

/** The address of a customer's history. */
export const historyOf = ({ id }: Customer) => `${paths.customerHistory()}?customerId=${id}`

interface CustomerTaskProps {
  customer: Customer
  onClose: () => void
}

function EraseCustomer({ customer, onClose }: CustomerTaskProps) {
  return <EraseDialog person={{ customerId: customer.id }} name={fullName(customer)} onClose={onClose} />
}

/** Confirms archiving a customer (docs/product.md, Customers and addresses). */
function ArchiveDialog({ customer, onClose }: CustomerTaskProps) {
  return (
    <ConfirmCall
      title="Archive this customer?"
      confirmLabel="Archive"
      keepLabel="Keep customer"
      call={() => call(api.customers.archive, { params: { id: customer.id } })}
      done="Customer archived"
      failed="Failed to archive customer"
      reloads={['customers']}
      onClose={onClose}
    >
      <strong>{fullName(customer)}</strong> won’t appear in lists anymore. You can restore them anytime under
      Archived.
    </ConfirmCall>
  )
}

function DeleteCustomerDialog({ customer, onClose }: CustomerTaskProps) {
  return (
    <DeleteRecord
      noun="customer"
      call={() => call(api.customers.remove, { params: { id: customer.id } })}
      reloads={['customers']}
      onClose={onClose}
    >
      This deletes <strong>{fullName(customer)}</strong> and their addresses. Their bookings stay with the
      events. This can’t be undone.
    </DeleteRecord>
  )
}

interface CustomerDialogProps {
  customer?: Customer
  /** What is known of a guest who becomes one, with a booking or a wait of theirs. */
  guest?: Partial<typeof noCustomer> & Pick<WhichPerson, 'bookingId' | 'waitlistEntryId'>
  onClose: () => void
}

/** Adds or changes a customer. A failed save keeps what was typed. */
export function CustomerDialog({ customer, guest = {}, onClose }: CustomerDialogProps) {
  const { bookingId, waitlistEntryId, ...known } = guest
  const { form, dialog } = useRecordForm({
    noun: 'customer',
    record: customer,
    schema: () => customerInput,
    valuesOf: (customer?: Customer) => (customer ? editableOf(customer) : { ...noCustomer, ...known }),
    create: (values) =>
      call(api.customers.create, { body: { ...customerInput.parse(values), bookingId, waitlistEntryId } }),
    update: ({ id }, body) => call(api.customers.update, { params: { id }, body }),
    reloads: ['customers'],
    onClose,
  })
  const tags = useQuery(tagsQuery()).data ?? []
  const chosen = tagsIn(form.values.tags)
  const offered = tags.filter((tag) => !chosen.some((other) => other.toLowerCase() === tag.toLowerCase()))
  return (
    <FormDialog
      title={customer ? 'Edit Customer' : 'Add Customer'}
      {...dialog}
      submitLabel={customer ? 'Save' : 'Add Customer'}
      sticky
    >
      <FieldRow>
        <TextInput label="First name" required data-autofocus {...form.getInputProps('firstName')} />
        <TextInput label="Last name" required {...form.getInputProps('lastName')} />
      </FieldRow>
      <TextInput label="Email" type="email" required {...form.getInputProps('email')} />
      <TextInput label="Phone" type="tel" {...form.getInputProps('phone')} />
      <SimilarHint email={form.values.email} phone={form.values.phone} besides={customer?.id} />
      <div>
        <TextInput label="Tags" placeholder="VIP, Bride 2027" {...form.getInputProps('tags')} />
        {offered.length > 0 && (
          <Group gap={4} mt={4}>
            {offered.slice(0, MAX_OFFERED_TAGS).map((tag) => (
              <SubtleButton
                key={tag}
                size="compact-sm"
                aria-label={`Add tag ${tag}`}
                onClick={() => form.setFieldValue('tags', joinTags(`${form.values.tags},${tag}`))}
              >
                + {tag}
              </SubtleButton>
            ))}
          </Group>
        )}
      </div>
      <TextInput
        label="Tax exempt"
        description="Why they pay no sales tax, such as a resale certificate. Leave blank if they do."
        {...form.getInputProps('taxExempt')}
      />
      <Textarea label="Notes" rows={3} resize="vertical" {...form.getInputProps('notes')} />
    </FormDialog>
  )
}

/** How many tags of other customers the form offers. */
const MAX_OFFERED_TAGS = 8
const noCustomer = { firstName: '', lastName: '', email: '', phone: '', notes: '', tags: '', taxExempt: '' }
