import { Group, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { photoImage } from '@trunkshow/contract/images.ts'
import { linesOf, type MeasureUnit } from '@trunkshow/contract/measurements/rules.ts'
import { type MeasurementSet, measurementSetInput } from '@trunkshow/contract/measurements/schema.ts'
import { type ReactNode, useState } from 'react'
import { api, call } from '../api/client.ts'
import { DeleteRecord } from '../ui/dialog/dialog.tsx'
import { Loaded } from '../ui/feedback/notice.tsx'
import { ImageField } from '../ui/files/image-field.tsx'
import { Photo, type PictureSource } from '../ui/files/picture.tsx'
import { ChoiceField } from '../ui/form/fields.tsx'
import { FormDialog, inWords, useRecordForm } from '../ui/form/form-dialog.tsx'
import { FormSection } from '../ui/form/form-shell.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import { QuietButton, QuietText } from '../ui/page/words.tsx'
import { RowMenu } from '../ui/table/row-menu.tsx'
import { setsQuery } from './queries.ts'

const unitNames: Record<MeasureUnit, string> = { inch: 'Inches', cm: 'Centimeters' }

/** What the company measures (docs/product.md, Measurements). */
export function MeasurementSets() {
  const sets = useQuery(setsQuery())
  const [dialog, setDialog] = useState<ReactNode>()
  const close = () => setDialog(null)
  const edit = (set?: MeasurementSet) => setDialog(<SetDialog set={set} onClose={close} />)
  const remove = ({ id, name }: MeasurementSet) =>
    setDialog(
      <DeleteRecord
        noun="measurement set"
        call={() => call(api.measurements.removeSet, { params: { id } })}
        reloads={['measurements']}
        onClose={close}
      >
        This deletes <strong>{name}</strong>. Customers keep the measurements you took with it.
      </DeleteRecord>,
    )
  return (
    <FormSection title="Measurement sets" hint="What you measure, such as for a gown or a suit.">
      <Loaded query={sets} noun="measurement sets" skeleton={{ height: 120 }}>
        {(sets) =>
          sets.length === 0 ? (
            <QuietText>There are no sets yet. Add one to record your customers’ measurements.</QuietText>
          ) : (
            <ul className={surfaces.lines} aria-label="Measurement sets">
              {sets.map((set) => (
                <Group key={set.id} component="li" wrap="nowrap">
                  {set.photoUrl && <Photo source={set.photoUrl} name={set.name} sizes="48px" square={48} />}
                  <div style={{ flex: 1, minWidth: 0 }}>
                    {set.name}
                    <QuietText>
                      {unitNames[set.unit]}: {linesOf(set.fields).join(', ')}
                    </QuietText>
                  </div>
                  <RowMenu
                    name={set.name}
                    tasks={[
                      { label: 'Edit', onRun: () => edit(set) },
                      { label: 'Delete', danger: true, onRun: () => remove(set) },
                    ]}
                  />
                </Group>
              ))}
            </ul>
          )
        }
      </Loaded>
      <Group className={surfaces.wide}>
        <QuietButton onClick={() => edit()}>Add set</QuietButton>
      </Group>
      {dialog}
    </FormSection>
  )
}

/** A new picture is a file, sent beside the other values. */
const typedSet = measurementSetInput.omit({ photo: true, photoUrl: true })

const valuesOf = (set?: MeasurementSet) => ({
  name: set?.name ?? '',
  unit: set?.unit ?? ('inch' as MeasureUnit),
  fields: set?.fields ?? '',
  photo: (set?.photoUrl ?? null) as PictureSource,
})

interface SetDialogProps {
  /** The set to change; absent for a new one. */
  set: MeasurementSet | undefined
  onClose: () => void
}

function SetDialog({ set, onClose }: SetDialogProps) {
  const { form, dialog } = useRecordForm({
    noun: 'measurement set',
    record: set,
    schema: () => typedSet,
    valuesOf,
    create: ({ photo, ...body }, onProgress) =>
      call(api.measurements.createSet, { body, files: filesOf(photo), onProgress }),
    update: ({ id }, { photo, ...changes }, onProgress) =>
      call(api.measurements.updateSet, {
        params: { id },
        body: { ...changes, ...(photo === '' && { removePhoto: true }) },
        files: filesOf(photo),
        onProgress,
      }),
    reloads: ['measurements'],
    onClose,
    wordsOf: (path, value) =>
      path === 'photo' && value
        ? 'another picture'
        : path === 'unit'
          ? unitNames[value as MeasureUnit]
          : inWords(value),
  })
  return (
    <FormDialog
      title={set ? 'Edit measurement set' : 'Add measurement set'}
      {...dialog}
      submitLabel={set ? 'Save' : 'Add set'}
      sticky
    >
      <TextInput label="Name" placeholder="Gown" required data-autofocus {...form.getInputProps('name')} />
      <ChoiceField
        label="Unit"
        description="Inches are in eighths."
        choices={(['inch', 'cm'] as const).map((value) => ({ value, label: unitNames[value] }))}
        {...form.getInputProps('unit')}
      />
      <Textarea
        label="Measurements"
        description="One per line, in the order you take them."
        placeholder={'Bust\nWaist\nHips\nHollow to hem'}
        required
        autosize
        minRows={6}
        maxRows={16}
        {...form.getInputProps('fields')}
      />
      <ImageField
        label="Guide picture"
        kind="photo"
        description={`Shows where to measure. Up to ${photoImage.photo.megabytes} MB`}
        {...form.getInputProps('photo')}
      />
    </FormDialog>
  )
}

const filesOf = (photo: PictureSource | undefined) => (photo instanceof File ? { photo } : {})
