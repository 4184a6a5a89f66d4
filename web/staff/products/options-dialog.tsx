import { Box, Button, Group, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  type Customization,
  type CustomizationOption,
  optionInput,
} from '@trunkshow/contract/customizations/schema.ts'
import { photoImage } from '@trunkshow/contract/images.ts'
import { formatMoney, typedToDecimal } from '@trunkshow/contract/money.ts'
import { type ReactNode, useState } from 'react'
import { api, call } from '../api/client.ts'
import { DeleteRecord, Dialog, DialogButtons } from '../ui/dialog/dialog.tsx'
import { NotLoaded } from '../ui/feedback/notice.tsx'
import { RowButton } from '../ui/feedback/reason-button.tsx'
import { ImageField } from '../ui/files/image-field.tsx'
import { Photo, type PictureSource } from '../ui/files/picture.tsx'
import { PriceField } from '../ui/form/fields.tsx'
import { FormDialog, inWords, useRecordForm } from '../ui/form/form-dialog.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import { QuietButton, QuietText } from '../ui/page/words.tsx'
import { optionsQuery } from './queries.ts'

interface OptionsDialogProps {
  customization: Customization
  mayEdit: boolean
  onClose: () => void
}

/** A customization's options; a form or question takes the list's place, since stacked dialogs are hard to follow. */
export function OptionsDialog({ customization, mayEdit, onClose }: OptionsDialogProps) {
  const { id, name } = customization
  const options = useQuery(optionsQuery(id))
  const [dialog, setDialog] = useState<ReactNode>()
  if (dialog) return dialog
  const back = () => setDialog(null)
  const edit = (option?: CustomizationOption) =>
    setDialog(<OptionDialog customization={customization} option={option} onClose={back} />)
  const remove = ({ id, name }: CustomizationOption) =>
    setDialog(
      <DeleteRecord
        noun="option"
        call={() => call(api.options.remove, { params: { id } })}
        reloads={['customizations']}
        onClose={back}
      >
        <strong>{name}</strong> will be deleted. This can’t be undone.
      </DeleteRecord>,
    )
  return (
    <Dialog title={mayEdit ? 'Manage Options' : 'Options'} onClose={onClose}>
      <QuietText mb="sm">{name}</QuietText>
      {!options.data && <NotLoaded query={options} noun="options" skeleton={{ height: 120 }} isSafe />}
      {options.data?.length === 0 && <QuietText mb="sm">There are no options yet.</QuietText>}
      {options.data && options.data.length > 0 && (
        <ul className={surfaces.lines} aria-label="Options">
          {options.data.map((option) => (
            <Group key={option.id} component="li" wrap="nowrap">
              <Photo source={option.photoUrl} name={option.name} sizes="48px" square={48} />
              <Box flex={1} miw={0}>
                {option.name}
                {option.price !== null && <QuietText>{formatMoney(option.price)}</QuietText>}
              </Box>
              {mayEdit && (
                <Group gap={0} wrap="nowrap" mr="-xs" className={surfaces.tight}>
                  <RowButton label="Edit" of={option.name} size="sm" onClick={() => edit(option)} />
                  <RowButton
                    label="Delete"
                    of={option.name}
                    size="sm"
                    color="bad"
                    onClick={() => remove(option)}
                  />
                </Group>
              )}
            </Group>
          ))}
        </ul>
      )}
      <DialogButtons>
        <QuietButton onClick={onClose}>Done</QuietButton>
        {mayEdit && <Button onClick={() => edit()}>Add Option</Button>}
      </DialogButtons>
    </Dialog>
  )
}

/** A new photo is a file, sent beside the other values. */
const typedOption = optionInput.omit({ photo: true, photoUrl: true })

const valuesOf = (option?: CustomizationOption) => ({
  name: option?.name ?? '',
  price: option?.price ? formatMoney(option.price) : '',
  photo: (option?.photoUrl ?? null) as PictureSource,
})

/** What a call sends of these values: a selected photo as a file, a removed one as such. */
function toSend({ photo, price, ...rest }: Partial<ReturnType<typeof valuesOf>>) {
  return {
    body: {
      ...rest,
      ...(price !== undefined && { price: typedToDecimal(price) }),
      ...(photo === '' && { removePhoto: true }),
    },
    files: photo instanceof File ? { photo } : {},
  }
}

interface OptionDialogProps {
  customization: Customization
  /** The option to change; absent for a new one. */
  option?: CustomizationOption
  onClose: () => void
}

function OptionDialog({ customization, option, onClose }: OptionDialogProps) {
  const { form, dialog } = useRecordForm({
    noun: 'option',
    record: option,
    schema: () => typedOption,
    valuesOf,
    create: (values, onProgress) => {
      const { body, files } = toSend(values)
      const { name, price } = { ...values, ...body }
      return call(api.options.create, {
        params: { id: customization.id },
        body: { name, price },
        files,
        onProgress,
      })
    },
    update: ({ id }, { version, ...changes }, onProgress) => {
      const { body, files } = toSend(changes)
      return call(api.options.update, { params: { id }, body: { ...body, version }, files, onProgress })
    },
    reloads: ['customizations'],
    onClose,
    wordsOf: (path, value) => (path === 'photo' && value ? 'another photo' : inWords(value)),
  })
  return (
    <FormDialog
      title={`${option ? 'Edit' : 'Add'} Option`}
      {...dialog}
      submitLabel={option ? 'Save' : 'Add Option'}
    >
      <TextInput
        label="Name"
        description={`An option of ${customization.name}`}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <PriceField label="Price" description="Optional" {...form.getInputProps('price')} />
      <ImageField
        label="Photo"
        kind="photo"
        description={`Up to ${photoImage.photo.megabytes} MB`}
        {...form.getInputProps('photo')}
      />
    </FormDialog>
  )
}
