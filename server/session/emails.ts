import { emailChanged, passwordChanged } from './emails/write-changed.tsx'
import { confirmation } from './emails/write-confirmation.tsx'
import { passwordReset } from './emails/write-password-reset.tsx'

export const sessionEmails = {
  password_reset: passwordReset,
  password_changed: passwordChanged,
  email_changed: emailChanged,
  email_confirmation: confirmation,
  contact_confirmation: confirmation,
}
