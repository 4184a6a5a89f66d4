import { Checkbox, Stack, Textarea } from '@mantine/core'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { type Proposal, proposalInput } from '@trunkshow/contract/proposals/schema.ts'
import { z } from 'zod'
import { api, call } from '../../api/client.ts'
import { DateField } from '../../ui/form/date-field.tsx'
import { FormDialog, useCallForm } from '../../ui/form/form-dialog.tsx'
import { QuietText } from '../../ui/page/words.tsx'
import { agreementQuery } from './queries.ts'

const linesOf = (names: string) => names.split('\n').filter((name) => name.trim())
const input = proposalInput.extend({
  signers: z.string().transform(linesOf).pipe(proposalInput.shape.signers.unwrap()),
})

interface Props {
  order: Order
  last: Proposal | undefined
  onClose: () => void
}

/** Emails an order to its customer to approve, with the pictures they are to see. It starts with what the last one had. */
export function SendDialog({ order, last, onClose }: Props) {
  const pictures = order.attachments.filter(({ fileType }) => fileType.startsWith('image/'))
  const { form, dialog } = useCallForm({
    schema: input,
    values: {
      expiresOn: (last?.state !== 'expired' && last?.expiresOn) || '',
      pictures: pictures.map(({ id }) => id).slice(0, 20),
      signers: last?.signers?.names.join('\n') ?? '',
      allSign: last?.signers?.all ?? true,
    },
    call: ({ signers, ...values }) =>
      call(api.proposals.send, { params: { id: order.id }, body: { ...values, signers: linesOf(signers) } }),
    done: `Sent to ${order.customerEmail}`,
    failed: 'Failed to send the order',
    reloads: ['orders'],
    onDone: (agreement, client) => client.setQueryData(agreementQuery(order.id).queryKey, agreement),
    onClose,
  })
  return (
    <FormDialog title="Send to customer" submitLabel="Send" pendingLabel="Sending..." {...dialog}>
      <QuietText>
        {order.customerEmail} gets a link to approve this order as it is now. If you change it afterwards,
        send it again.
      </QuietText>
      <DateField label="Valid until (optional)" {...form.getInputProps('expiresOn')} />
      <Textarea
        label="Who approves (optional)"
        description="One name per line. Without one, the customer approves."
        autosize
        minRows={2}
        {...form.getInputProps('signers')}
        // Of a name, its path has the number of its line.
        error={Object.entries(form.errors).find(([path]) => path.startsWith('signers'))?.[1]}
      />
      {linesOf(form.values.signers).length > 1 && (
        <Checkbox
          label="All of them have to approve"
          {...form.getInputProps('allSign', { type: 'checkbox' })}
        />
      )}
      {pictures.length > 0 && (
        <Checkbox.Group
          label="Pictures to show"
          value={form.values.pictures.map(String)}
          onChange={(ids) => form.setFieldValue('pictures', ids.map(Number))}
          error={form.errors.pictures}
        >
          <Stack gap="xs">
            {pictures.map(({ id, displayName }) => (
              <Checkbox key={id} value={String(id)} label={displayName} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </FormDialog>
  )
}
