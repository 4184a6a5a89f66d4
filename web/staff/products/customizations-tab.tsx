import { Box, Group, Textarea, TextInput, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type Customization, customizationInput } from '@trunkshow/contract/customizations/schema.ts'
import { type ReactNode, useState } from 'react'
import { api, call } from '../api/client.ts'
import { useMayDo } from '../session/session-query.ts'
import { DeleteRecord } from '../ui/dialog/dialog.tsx'
import { RowButton } from '../ui/feedback/reason-button.tsx'
import { FormDialog, useRecordForm } from '../ui/form/form-dialog.tsx'
import { ListScreen } from '../ui/list/list-screen.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import { countOf, QuietText } from '../ui/page/words.tsx'
import { opensOn } from '../ui/table/row-link.tsx'
import { RowMenu } from '../ui/table/row-menu.tsx'
import { OptionsDialog } from './options-dialog.tsx'
import { customizationsQuery } from './queries.ts'

interface CustomizationsTabProps {
  q: string | undefined
  onSearch: (q: string | undefined) => void
  /** Absent for roles that can't add customizations. */
  onAdd: (() => void) | undefined
}

/** The Customizations tab: sets of options for products. */
export function CustomizationsTab({ q, onSearch, onAdd }: CustomizationsTabProps) {
  const list = useInfiniteQuery(customizationsQuery(q))
  /** Outlives its row and an emptied list, so nothing typed is lost. */
  const [dialog, setDialog] = useState<ReactNode>()
  return (
    <>
      <ListScreen
        list={list}
        noun="customization"
        label="Find a customization"
        q={q}
        onSearch={onSearch}
        isSafe
        empty={{
          filtered: q !== undefined && {
            text: 'No customizations match your search.',
            onClear: () => onSearch(undefined),
          },
          children:
            'A customization is a set of options, such as the leathers for a bag. Assign it to each product that offers them.',
          ways: onAdd && [['Create your first customization', onAdd]],
        }}
      >
        {(customizations, outdated) =>
          customizations.length > 0 && (
            <ul
              className={surfaces.sheet}
              aria-label="Customizations"
              data-outdated={outdated}
              aria-busy={outdated}
            >
              {customizations.map((customization) => (
                <CustomizationRow key={customization.id} customization={customization} onDialog={setDialog} />
              ))}
            </ul>
          )
        }
      </ListScreen>
      {dialog}
    </>
  )
}

interface CustomizationRowProps {
  customization: Customization
  onDialog: (dialog: ReactNode) => void
}

function CustomizationRow({ customization, onDialog }: CustomizationRowProps) {
  const mayEdit = useMayDo('products.edit')
  const { id, name, description, options } = customization
  const label = mayEdit ? 'Manage Options' : 'Options'
  const close = () => onDialog(null)
  const task = { customization, onClose: close }
  const open = () => onDialog(<OptionsDialog {...task} mayEdit={mayEdit} />)
  const remove = () =>
    onDialog(
      <DeleteRecord
        noun="customization"
        call={() => call(api.customizations.remove, { params: { id } })}
        reloads={['customizations']}
        onClose={close}
      >
        This deletes <strong>{name}</strong> with its options and removes it from all products. This can’t be
        undone.
      </DeleteRecord>,
    )
  return (
    <Group component="li" gap="4px 16px" px="md" py="xs" {...opensOn(undefined, open)}>
      <Box flex="1 1 240px" miw={0} py={4}>
        <Title order={2} size="h3">
          {name}
        </Title>
        <QuietText>{[countOf(String(options), 'option'), description].filter(Boolean).join(' · ')}</QuietText>
      </Box>
      <Group gap={0} mx="-xs">
        <RowButton label={label} of={`of ${name}`} onClick={open} />
        {mayEdit && (
          <RowMenu
            name={name}
            tasks={[
              { label: 'Edit', onRun: () => onDialog(<CustomizationDialog {...task} />) },
              { label: 'Delete', danger: true, onRun: remove },
            ]}
          />
        )}
      </Group>
    </Group>
  )
}

interface CustomizationDialogProps {
  /** The customization to change; absent for a new one. */
  customization?: Customization
  onClose: () => void
}

/** Adds or changes a customization (docs/product.md, Customizations); options have their own dialog. */
export function CustomizationDialog({ customization, onClose }: CustomizationDialogProps) {
  const { form, dialog } = useRecordForm({
    noun: 'customization',
    record: customization,
    schema: () => customizationInput,
    valuesOf: (stored) => ({ name: stored?.name ?? '', description: stored?.description ?? '' }),
    create: (body) => call(api.customizations.create, { body }),
    update: ({ id }, body) => call(api.customizations.update, { params: { id }, body }),
    reloads: ['customizations'],
    onClose,
  })
  return (
    <FormDialog
      title={customization ? 'Edit Customization' : 'Add Customization'}
      {...dialog}
      submitLabel={customization ? 'Save' : 'Create Customization'}
    >
      <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
      <Textarea label="Description" rows={3} {...form.getInputProps('description')} />
    </FormDialog>
  )
}
