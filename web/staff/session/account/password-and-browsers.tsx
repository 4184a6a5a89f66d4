import { Button } from '@mantine/core'
import { useState } from 'react'
import { FormSection } from '../../ui/form/form-section.tsx'
import styles from './password-and-browsers.module.css'
import { PasswordDialog } from './password-dialog.tsx'
import { SessionsList } from './sessions-list.tsx'

/** The password, and the browsers logged in with it. */
export function PasswordAndBrowsers() {
  const [changing, setChanging] = useState(false)
  return (
    <FormSection title="Password and browsers" hint="Your password and where you’re logged in.">
      <div className={styles.password}>
        <p>Changing your password logs you out of all other browsers and ends your calendar links.</p>
        <Button variant="default" onClick={() => setChanging(true)}>
          Change password
        </Button>
      </div>
      <SessionsList />
      {changing && <PasswordDialog onClose={() => setChanging(false)} />}
    </FormSection>
  )
}
