import { Box, Button, Group, Text, Title } from '@mantine/core'
import type { Customization } from '@trunkshow/contract/customizations/schema.ts'
import { useState } from 'react'
import { useMayDo } from '../session/session-query.ts'
import { countOf } from '../ui/list/count-of.ts'
import surfaces from '../ui/page/surfaces.module.css'
import { CustomizationDialog } from './customization-dialog.tsx'
import { DeleteCustomizationDialog } from './delete-dialogs.tsx'
import { OptionsDialog } from './options-dialog.tsx'

type Action = 'options' | 'edit' | 'delete'

interface CustomizationsListProps {
  customizations: readonly Customization[]
  /** Whether these are the previous search's rows, shown while the new ones load. */
  outdated: boolean
}

/** The customizations. Dialogs outlive their row and an emptied list, so nothing typed is lost. */
export function CustomizationsList({ customizations, outdated }: CustomizationsListProps) {
  const mayEdit = useMayDo('products.edit')
  const [open, setOpen] = useState<{ customization: Customization; action: Action }>()
  const close = () => setOpen(undefined)
  return (
    <>
      {customizations.length > 0 && (
        <ul
          className={surfaces.sheet}
          aria-label="Customizations"
          data-outdated={outdated}
          aria-busy={outdated}
        >
          {customizations.map((customization) => (
            <CustomizationRow
              key={customization.id}
              customization={customization}
              mayEdit={mayEdit}
              onAct={(action) => setOpen({ customization, action })}
            />
          ))}
        </ul>
      )}
      {open?.action === 'options' && <OptionsDialog {...open} mayEdit={mayEdit} onClose={close} />}
      {open?.action === 'edit' && <CustomizationDialog {...open} onClose={close} />}
      {open?.action === 'delete' && <DeleteCustomizationDialog {...open} onClose={close} />}
    </>
  )
}

interface CustomizationRowProps {
  customization: Customization
  mayEdit: boolean
  onAct: (action: Action) => void
}

function CustomizationRow({ customization, mayEdit, onAct }: CustomizationRowProps) {
  const { name, description, options } = customization
  const label = mayEdit ? 'Manage Options' : 'Options'
  return (
    <Group component="li" gap="4px 16px" px="md" py="xs">
      <Box flex="1 1 240px" miw={0} py={4}>
        <Title order={2} size="h3">
          {name}
        </Title>
        <Text c="dimmed">
          {[countOf(String(options), 'option'), description].filter(Boolean).join(' · ')}
        </Text>
      </Box>
      <Group gap={0} mx="-xs" className={surfaces.tight}>
        <Button variant="subtle" aria-label={`${label} of ${name}`} onClick={() => onAct('options')}>
          {label}
        </Button>
        {mayEdit && (
          <>
            <Button variant="subtle" aria-label={`Edit ${name}`} onClick={() => onAct('edit')}>
              Edit
            </Button>
            <Button
              variant="subtle"
              color="bad"
              aria-label={`Delete ${name}`}
              onClick={() => onAct('delete')}
            >
              Delete
            </Button>
          </>
        )}
      </Group>
    </Group>
  )
}
