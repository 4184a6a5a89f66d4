import { Textarea, TextInput } from '@mantine/core'
import { formatMeasure, isSameSeries, linesOf } from '@trunkshow/contract/measurements/rules.ts'
import {
  type MeasurementSet,
  type Measuring,
  measuringInput,
} from '@trunkshow/contract/measurements/schema.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import type { KeyboardEvent } from 'react'
import { api, call } from '../api/client.ts'
import { useCompanyZone } from '../session/session-query.ts'
import { Photo } from '../ui/files/picture.tsx'
import { Choose } from '../ui/form/choose.tsx'
import { DateField } from '../ui/form/date-field.tsx'
import { FormDialog, useCallForm } from '../ui/form/form-dialog.tsx'
import { FieldRow } from '../ui/form/form-shell.tsx'
import { tiles } from '../ui/page/tiles.ts'
import { QuietText } from '../ui/page/words.tsx'

interface MeasuringDialogProps {
  customerId: number
  /** At least one. */
  sets: readonly MeasurementSet[]
  /** The customer's, latest first. */
  measurings: readonly Measuring[]
  /** Whose set and wearer to begin with. */
  like: Measuring | undefined
  onClose: () => void
}

/** Records what is measured of a customer, as a new row: earlier ones stay. */
export function MeasuringDialog({ customerId, sets, measurings, like, onClose }: MeasuringDialogProps) {
  const today = wallClock(new Date(), useCompanyZone()).date
  const first = sets.find(({ id }) => id === (like ?? measurings[0])?.setId) ?? sets[0]!
  const { form, dialog } = useCallForm({
    schema: measuringInput,
    values: {
      setId: first.id,
      unit: first.unit,
      measuredOn: today,
      wearer: like?.wearer ?? '',
      note: '',
      values: linesOf(first.fields).map((label) => ({ label, value: '' })),
    },
    call: (body) => call(api.measurements.add, { params: { id: customerId }, body }),
    done: 'Measurements saved',
    failed: 'Couldn’t save measurements',
    reloads: ['measurements'],
    onClose,
  })
  const { setId, unit, wearer, values } = form.values
  const set = sets.find(({ id }) => id === setId)!
  const last = measurings.find((other) =>
    isSameSeries({ setId, setName: set.name, wearer: wearer.trim(), unit }, other),
  )
  const choose = (id: number | undefined) => {
    const chosen = sets.find((other) => other.id === id)!
    const typedOf = (label: string) => values.find((typed) => typed.label === label)?.value ?? ''
    form.setValues({
      setId: chosen.id,
      unit: chosen.unit,
      values: linesOf(chosen.fields).map((label) => ({ label, value: typedOf(label) })),
    })
  }
  return (
    <FormDialog title="Add measurements" {...dialog} submitLabel="Save measurements" width={640} sticky>
      <FieldRow>
        {sets.length > 1 && (
          <Choose
            label="Set"
            value={setId}
            choices={sets.map(({ id, name }) => [id, name])}
            onChoose={choose}
          />
        )}
        <DateField label="Day" required {...form.getInputProps('measuredOn')} />
        <TextInput label="Wearer" description="If it isn’t the customer" {...form.getInputProps('wearer')} />
      </FieldRow>
      {set.photoUrl && (
        <Photo source={set.photoUrl} name={`Where to measure: ${set.name}`} sizes="320px" square={240} />
      )}
      <QuietText>
        {unit === 'inch'
          ? 'Inches in eighths, like 34 1/8 or 34.125. Enter goes to the next one; leave out what you didn’t measure.'
          : 'Centimeters, like 86.5. Enter goes to the next one; leave out what you didn’t measure.'}
      </QuietText>
      <div style={{ ...tiles(150, 'var(--g3) var(--g4)'), alignItems: 'start' }}>
        {values.map(({ label }, at) => {
          const before = last?.values.find((old) => old.label === label)
          return (
            <TextInput
              key={label}
              label={label}
              description={before && `Last ${formatMeasure(before.value, unit)}`}
              autoComplete="off"
              maxLength={40}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              data-measure
              data-autofocus={at === 0 || undefined}
              onKeyDown={goToNext}
              {...form.getInputProps(`values.${at}.value`)}
            />
          )
        })}
      </div>
      <Textarea label="Notes" autosize minRows={2} maxRows={8} {...form.getInputProps('note')} />
    </FormDialog>
  )
}

/** Enter goes on to the next measurement; in the last one, it saves. */
function goToNext(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  const fields = [...(event.currentTarget.form?.querySelectorAll<HTMLInputElement>('[data-measure]') ?? [])]
  const next = fields[fields.indexOf(event.currentTarget) + 1]
  if (!next) return
  event.preventDefault()
  next.focus()
}
