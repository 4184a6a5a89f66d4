import { confirmation } from './emails/write-confirmation.tsx'
import { passwordReset } from './emails/write-password-reset.tsx'

export const sessionEmails = {
  password_reset: passwordReset,
  email_confirmation: confirmation,
  contact_confirmation: confirmation,
}
