import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isSameSeries, measuringName, measuringText } from '@trunkshow/contract/measurements/rules.ts'
import { useEffect, useState } from 'react'
import { QuietText } from '../ui/page/words.tsx'
import { measuringsQuery } from './queries.ts'

interface MeasurementsFieldProps extends Omit<NativeSelectProps, 'onChange'> {
  /** Undefined for a new customer. */
  customerId: number | undefined
  /** Undefined for all sets. */
  setId: number | undefined
  /** Whether the newest is chosen until another is. */
  startsWithNewest: boolean | undefined
  /** A `measuringText`; empty for none. */
  value: string
  onChange: (value: string) => void
}

/** A customer's measurements as an order keeps them: the newest of each wearer to choose from (docs/product.md, Measurements). */
export function MeasurementsField(props: MeasurementsFieldProps) {
  const { customerId, setId, startsWithNewest, value, onChange, ...field } = props
  const { data } = useQuery({ ...measuringsQuery(customerId ?? 0), enabled: customerId !== undefined })
  const [kept] = useState(value)
  const texts = (data ?? [])
    .filter((one, at, all) => all.findIndex((other) => isSameSeries(one, other)) === at)
    .filter((one) => setId === undefined || one.setId === setId)
    .map(measuringText)
  const newest = texts[0] ?? ''
  const isLoaded = data !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen stays until the customer is another one
  useEffect(() => {
    if (startsWithNewest && value !== newest) onChange(newest)
  }, [customerId, isLoaded])
  const choices = [...new Set([kept, ...texts])].filter(Boolean)
  return (
    <div>
      <NativeSelect
        {...field}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        data={[
          { value: '', label: choices.length > 0 ? 'None' : 'No measurements yet' },
          ...choices.map((text) => ({ value: text, label: measuringName(text) })),
        ]}
      />
      {value && (
        <QuietText mt={4} style={{ whiteSpace: 'pre-line', columnWidth: 180 }}>
          {value.slice(0, value.lastIndexOf('\n'))}
        </QuietText>
      )}
    </div>
  )
}
