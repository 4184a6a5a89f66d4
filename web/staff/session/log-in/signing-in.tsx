import { Button } from '@mantine/core'
import { useState } from 'react'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { FormSection } from '../../ui/form/form-section.tsx'
import { SessionsList } from '../account/sessions-list.tsx'
import styles from './signing-in.module.css'

const PasswordDialog = lazyDialog(() =>
  import('../account/password-dialog.tsx').then((module) => module.PasswordDialog),
)

/** The password, and the browsers logged in with it. */
export function SigningIn() {
  const [changing, setChanging] = useState(false)
  return (
    <FormSection title="Password and browsers" hint="Your password and where you’re logged in.">
      <div className={styles.password}>
        <p>Changing your password logs you out of all other browsers.</p>
        <Button variant="default" onClick={() => setChanging(true)}>
          Change password
        </Button>
      </div>
      <SessionsList />
      {changing && <PasswordDialog onClose={() => setChanging(false)} />}
    </FormSection>
  )
}
