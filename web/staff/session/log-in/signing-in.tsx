import { Button } from '@mantine/core'
import { useState } from 'react'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { FormSection } from '../../ui/form/form-section.tsx'
import { SessionsList } from '../account/sessions-list.tsx'
import styles from './signing-in.module.css'

const PasswordDialog = lazyDialog(() =>
  import('../account/password-dialog.tsx').then((module) => module.PasswordDialog),
)

/** The password, and the browsers that are signed in with it. */
export function SigningIn() {
  const [changing, setChanging] = useState(false)
  return (
    <FormSection title="Signing in" hint="Your password, and the browsers you are signed in with.">
      <div className={styles.password}>
        <p>A new password signs you out of every other browser.</p>
        <Button variant="default" onClick={() => setChanging(true)}>
          Change password
        </Button>
      </div>
      <SessionsList />
      {changing && <PasswordDialog onClose={() => setChanging(false)} />}
    </FormSection>
  )
}
