import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { FormSection } from '../../ui/form/form-section.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { SessionsList } from './sessions-list.tsx'

/** The password, and the browsers logged in with it. */
export function PasswordAndBrowsers() {
  const [changing, setChanging] = useState(false)
  return (
    <FormSection title="Password and browsers" hint="Your password and where you’re logged in.">
      <Group gap="12px 24px">
        <Text c="dimmed" flex="1 1 240px">
          Changing your password logs you out of all other browsers and ends your calendar links.
        </Text>
        <Button variant="default" onClick={() => setChanging(true)}>
          Change password
        </Button>
      </Group>
      <SessionsList />
      {changing && <PasswordDialog onClose={() => setChanging(false)} />}
    </FormSection>
  )
}
