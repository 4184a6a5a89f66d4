import { useQuery } from '@tanstack/react-query'
import { isOpen } from '@trunkshow/contract/making/rules.ts'
import { isSameSeries, measuringName, measuringText } from '@trunkshow/contract/measurements/rules.ts'
import { lineValuesOf } from '@trunkshow/contract/orders/fields.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { shownFields } from '@trunkshow/contract/templates/rules.ts'
import { api, call } from '../../api/client.ts'
import { measuringsQuery } from '../../measurements/queries.ts'
import { useMayDo } from '../../session/session-query.ts'
import { Note } from '../../ui/feedback/notice.tsx'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { QuietButton } from '../../ui/page/words.tsx'

/** Says of each measurement that an open order keeps if its wearer was measured since; a press puts those in. */
export function NewerMeasurements({ order }: { order: Order }) {
  const mayEdit = useMayDo('orders.edit')
  const forms = order.products.map((line, at) =>
    at === 0 ? { fields: order.template.fields, formData: order.formData } : line,
  )
  const kept = forms.flatMap(({ fields, formData }, at) =>
    shownFields(fields)
      .filter(({ id, type }) => type === 'measurements' && formData[id])
      .map(({ id, label }) => ({ at, id, label, text: String(formData[id]) })),
  )
  const enabled = kept.length > 0 && isOpen(order)
  const { data = [] } = useQuery({ ...measuringsQuery(order.customerId), enabled })
  const update = useReportedCall({
    call: ({ at, id, text }: Omit<(typeof kept)[number], 'label'>) => {
      const products = order.products.map((line, place) =>
        lineValuesOf(place === at ? { ...line, formData: { ...line.formData, [id]: text } } : line),
      )
      const change = at === 0 ? { formData: { [id]: text } } : { products }
      const body = { ...change, templateVersion: order.template.version, version: order.version }
      return call(api.orders.update, { params: { id: order.id }, body })
    },
    done: 'Measurements updated',
    failed: 'Failed to update measurements',
    reloads: ['orders'],
  })
  return kept.map(({ label, text, ...place }) => {
    const own = data.find((each) => measuringText(each) === text)
    const newest = own && data.find((each) => isSameSeries(each, own))
    if (!enabled || !newest || newest === own) return null
    return (
      <Note key={`${place.at} ${place.id}`} mt="md">
        <p>
          Newer measurements exist for “{label}”: {measuringName(measuringText(newest))}.
        </p>
        {mayEdit && (
          <QuietButton
            size="compact-sm"
            disabled={update.isPending}
            onClick={() => update.mutate({ ...place, text: measuringText(newest) })}
          >
            Use the newer ones
          </QuietButton>
        )}
      </Note>
    )
  })
}
