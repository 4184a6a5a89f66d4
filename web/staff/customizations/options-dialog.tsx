import { Box, Button, Group, Skeleton, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import {
  type Customization,
  type CustomizationOption,
  optionInput,
} from '@trunkshow/contract/customizations/schema.ts'
import { photoImage } from '@trunkshow/contract/images.ts'
import { formatMoney, typedToDecimal } from '@trunkshow/contract/money.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../api/client.ts'
import { DeleteRecord } from '../ui/dialog/delete-dialog.tsx'
import { Dialog, DialogButtons } from '../ui/dialog/dialog.tsx'
import { LoadFailure } from '../ui/feedback/load-failure.tsx'
import { RowButton } from '../ui/feedback/reason-button.tsx'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { ImageField } from '../ui/files/image-field.tsx'
import { Photo } from '../ui/files/photo.tsx'
import type { PictureSource } from '../ui/files/picture.tsx'
import { FormDialog } from '../ui/form/form-dialog.tsx'
import { PriceField } from '../ui/form/price-field.tsx'
import { useSchemaForm } from '../ui/form/use-schema-form.ts'
import surfaces from '../ui/page/surfaces.module.css'
import { optionsQuery } from './queries.ts'

interface OptionsDialogProps {
  customization: Customization
  mayEdit: boolean
  onClose: () => void
}

/**
 * A customization's options. Adding, changing or deleting one replaces the list and returns to it, since stacked
 * dialogs are hard to follow.
 */
export function OptionsDialog({ customization, mayEdit, onClose }: OptionsDialogProps) {
  const [step, setStep] = useState<{ action: 'add' | 'edit' | 'delete'; option?: CustomizationOption }>()
  const back = () => setStep(undefined)
  const { action, option } = step ?? {}
  if (action === 'delete' && option)
    return (
      <DeleteRecord
        noun="option"
        call={() => call(api.options.remove, { params: { id: option.id } })}
        reloads={['customizations']}
        onClose={back}
      >
        <strong>{option.name}</strong> will be deleted. This can’t be undone.
      </DeleteRecord>
    )
  if (action) return <OptionDialog customization={customization} option={option} onClose={back} />
  return (
    <Dialog title={mayEdit ? 'Manage Options' : 'Options'} onClose={onClose}>
      <Text mb="sm" c="dimmed">
        {customization.name}
      </Text>
      <OptionsList
        customizationId={customization.id}
        actions={
          mayEdit
            ? {
                edit: (option) => setStep({ action: 'edit', option }),
                remove: (option) => setStep({ action: 'delete', option }),
              }
            : undefined
        }
      />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
        {mayEdit && <Button onClick={() => setStep({ action: 'add' })}>Add Option</Button>}
      </DialogButtons>
    </Dialog>
  )
}

interface OptionsListProps {
  customizationId: number
  actions: Record<'edit' | 'remove', (option: CustomizationOption) => void> | undefined
}

function OptionsList({ customizationId, actions }: OptionsListProps) {
  const options = useQuery(optionsQuery(customizationId))
  if (options.isPending) return <Skeleton height={120} role="status" aria-label="Loading options" />
  if (!options.data)
    return (
      <LoadFailure title="Couldn’t load options" onRetry={options.refetch}>
        Your options are safe. Please try again.
      </LoadFailure>
    )
  if (options.data.length === 0)
    return (
      <Text mb="sm" c="dimmed">
        There are no options yet.
      </Text>
    )
  return (
    <ul className={surfaces.lines} aria-label="Options">
      {options.data.map((option) => (
        <Group key={option.id} component="li" wrap="nowrap">
          <Photo source={option.photoUrl} name={option.name} sizes="48px" square={48} />
          <Box flex={1} miw={0}>
            {option.name}
            {option.price !== null && <Text c="dimmed">{formatMoney(option.price)}</Text>}
          </Box>
          {actions && (
            <Group gap={0} wrap="nowrap" mr="-xs" className={surfaces.tight}>
              <RowButton label="Edit" of={option.name} size="sm" onClick={() => actions.edit(option)} />
              <RowButton
                label="Delete"
                of={option.name}
                size="sm"
                color="bad"
                onClick={() => actions.remove(option)}
              />
            </Group>
          )}
        </Group>
      ))}
    </ul>
  )
}

/** A new photo is a file, sent beside the other values. */
const typedOption = optionInput.omit({ photo: true, photoUrl: true })

interface OptionToSend {
  body: z.input<typeof optionInput>
  files: { photo?: File }
}

interface OptionDialogProps {
  customization: Customization
  /** The option to change; absent for a new one. */
  option?: CustomizationOption
  onClose: () => void
}

/** Adds or changes an option with its price and photo. */
function OptionDialog({ customization, option, onClose }: OptionDialogProps) {
  const [sent, setSent] = useState<number>()
  const save = useReportedCall({
    call: ({ body, files }: OptionToSend) => {
      const input = { body, files, onProgress: setSent }
      return option
        ? call(api.options.update, { params: { id: option.id }, ...input })
        : call(api.options.create, { params: { id: customization.id }, ...input })
    },
    done: option ? 'Option updated' : 'Option added',
    failed: option ? 'Failed to update option' : 'Failed to add option',
    reloads: ['customizations'],
    keepsForm: true,
  })
  const values = {
    name: option?.name ?? '',
    price: option?.price ? formatMoney(option.price) : '',
    photo: (option?.photoUrl ?? null) as PictureSource,
  }
  const form = useSchemaForm(typedOption, values, save.error)
  return (
    <FormDialog
      title={`${option ? 'Edit' : 'Add'} Option`}
      form={form}
      call={{ ...save, sent: save.isPending ? sent : undefined }}
      onSubmit={({ photo, ...body }) => {
        const isGone = values.photo !== null && photo === null
        save.mutate(
          {
            body: { ...body, price: typedToDecimal(body.price), ...(isGone && { removePhoto: true }) },
            files: photo instanceof File ? { photo } : {},
          },
          { onSuccess: onClose },
        )
      }}
      submitLabel={option ? 'Save' : 'Add Option'}
      onClose={onClose}
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
