import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { FormSection } from '../ui/form-section.tsx'
import { SessionsList } from './sessions-list.tsx'
import styles from './signing-in.module.css'

const PasswordDialog = lazy(() =>
  import('./password-dialog.tsx').then((module) => ({ default: module.PasswordDialog })),
)

/** The password, and the browsers that are signed in with it (design §6). */
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
      {changing && (
        <Suspense>
          <PasswordDialog onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </FormSection>
  )
}
