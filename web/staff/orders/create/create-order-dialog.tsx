import { Button, Textarea } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { formatMoney } from '@trunkshow/contract/money.ts'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { CallError } from '../../api/call-error.ts'
import { UsageNote } from '../../company/usage-note.tsx'
import { FilesField } from '../../templates/form/files-field.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Fields } from '../../ui/form/fields.tsx'
import { FormShell } from '../../ui/form/form-shell.tsx'
import { LeaveGuard, useCloseGuard } from '../../ui/form/leave-guard.tsx'
import { focusFirstError, focusFirstToFill } from '../../ui/form/use-schema-form.ts'
import { ListSkeleton } from '../../ui/list/list-skeleton.tsx'
import edit from '../edit/edit-order.module.css'
import columns from '../list/order-columns.module.css'
import { OrderSection } from '../order-section.tsx'
import { newest, useCreateOrder } from './create-calls.ts'
import { CreateCustomer } from './create-customer.tsx'
import { CreateItem } from './create-item.tsx'
import { CreateOccasion } from './create-occasion.tsx'
import styles from './create-order.module.css'
import { CreatePrice } from './create-price.tsx'
import { CreateShipping } from './create-shipping.tsx'
import { type BookingToOrder, type Choices, orderOf } from './new-order-values.ts'
import { useStartChoices } from './start-choices.ts'
import { useNewOrder } from './use-new-order.ts'

interface CreateOrderDialogProps {
  /** Sets the customer and event; without a booking, the form asks for both. */
  booking?: BookingToOrder
  onClose: () => void
}

/** Takes an order (docs/product.md, Taking an order): over the list, or from a booking. */
export function CreateOrderDialog({ booking, onClose }: CreateOrderDialogProps) {
  const start = useStartChoices(booking)
  const hasEdits = useRef(() => false)
  const isDirty = () => hasEdits.current()
  const closing = useCloseGuard(isDirty, onClose)
  return (
    <Dialog title="Create Order" width={1040} onClose={closing.close}>
      {start ? (
        <CreateOrder booking={booking} start={start} hasEdits={hasEdits} onCancel={closing.close} />
      ) : (
        <ListSkeleton label="Loading the form" />
      )}
      <LeaveGuard isDirty={isDirty} />
      {closing.question}
    </Dialog>
  )
}

interface CreateOrderProps {
  booking: BookingToOrder | undefined
  start: Choices
  /** Set so that the dialog can check for unsaved changes. */
  hasEdits: RefObject<() => boolean>
  onCancel: () => void
}

function CreateOrder({ booking, start, hasEdits, onCancel }: CreateOrderProps) {
  const navigate = useNavigate()
  const create = useCreateOrder()
  const order = useNewOrder({ booking, start, error: create.error, hasEdits })
  const { form, chosen, renew, files, setFilesOf, chosenFiles, price } = order
  const fields = useRef<HTMLFieldSetElement>(null)
  useLayoutEffect(() => {
    if (fields.current) focusFirstToFill(fields.current)
  }, [])
  const handleError = async (error: Error) => {
    if (error instanceof CallError && error.code === 'changed') renew(await newest(chosen))
  }
  const send = form.onSubmit(
    (values) =>
      create.mutate(
        {
          order: { ...orderOf(values, chosen), templateId: chosen.template!.id, total: price?.total },
          files: chosenFiles,
        },
        {
          onSuccess: ({ id }) =>
            navigate({ to: '/orders', search: { orderId: id }, replace: !booking, ignoreBlocker: true }),
          onError: handleError,
        },
      ),
    focusFirstError,
  )
  const { sent = 1, isPending } = create
  const uploading = isPending && chosenFiles.length > 0 && sent < 1
  return (
    <div className={edit.edit}>
      <FormShell
        onSubmit={send}
        loading={isPending}
        error={create.error}
        submitLabel="Create Order"
        pendingLabel={uploading ? `Uploading ${Math.round(sent * 100)}%...` : 'Creating...'}
        secondary={
          <>
            {uploading ? (
              <Button variant="default" onClick={create.stop}>
                Stop
              </Button>
            ) : (
              <Button variant="default" disabled={isPending} onClick={onCancel}>
                Cancel
              </Button>
            )}
            <output className={styles.total}>{price && `Total ${formatMoney(price.total)}`}</output>
          </>
        }
      >
        <fieldset ref={fields} disabled={isPending} className={`${styles.fields} ${columns.columns}`}>
          <div>
            <UsageNote kinds={['orders', 'files', 'bytes']} />
            <CreateCustomer order={order} />
            <CreateItem order={order} />
            <OrderSection title="Attachments">
              <Fields>
                <FilesField
                  label="Order attachments"
                  value={files[''] ?? []}
                  onChange={(chosen) => setFilesOf('', chosen)}
                  error={form.errors.attachments}
                  disabled={isPending}
                />
                <Textarea label="Notes" rows={3} resize="vertical" {...form.getInputProps('notes')} />
              </Fields>
            </OrderSection>
          </div>
          <div>
            <CreatePrice order={order} />
            <CreateShipping order={order} />
            <CreateOccasion order={order} />
          </div>
        </fieldset>
      </FormShell>
    </div>
  )
}
