import { z } from 'zod'
import { emailField, personName, timestamps } from '../endpoint.ts'
import { oneLine } from '../one-line.ts'
import { roles } from '../permissions.ts'
import { personLimits } from '../person.ts'
import { sessionMessages as text } from './messages.ts'

const password = z.string(text.passwordTooShort).min(6, text.passwordTooShort).max(200, text.passwordTooLong)

/** What the Login tab sends; `username` may hold an e-mail address (docs/product.md, Logging in). */
export const loginInput = z.object({
  username: z
    .string(text.usernameOrEmailRequired)
    .trim()
    .min(1, text.usernameOrEmailRequired)
    .max(personLimits.email, text.wrongCredentials),
  password,
})
export type LoginInput = z.infer<typeof loginInput>

/** What the Register tab sends (docs/product.md, Registering). */
export const registerInput = z.object({
  username: z
    .string(text.usernameTooShort)
    .trim()
    .min(3, text.usernameTooShort)
    .max(50, text.usernameTooLong)
    .regex(/^[\w.-]+$/, text.usernameCharacters),
  email: emailField(),
  name: personName,
  password,
})
export type RegisterInput = z.infer<typeof registerInput>

/** The Register tab's own state: the confirmation stays in the browser. */
export const registerForm = registerInput
  .extend({ confirmPassword: z.string(text.confirmPasswordRequired).min(6, text.confirmPasswordRequired) })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: text.passwordsDiffer,
  })

/** Personal Information of Settings; the e-mail is read-only (docs/product.md, Email addresses). */
export const profileInput = z.object({
  name: registerInput.shape.name,
  phone: z.string().overwrite(oneLine).max(personLimits.phone, text.phoneTooLong).default(''),
})
export type ProfileInput = z.output<typeof profileInput>

/** A new password with the old one, so that an unlocked phone is not enough (docs/product.md, Passwords). */
export const passwordChangeInput = z.object({ oldPassword: password, newPassword: password })
export type PasswordChangeInput = z.infer<typeof passwordChangeInput>

/** A new email with the password, so that an unlocked phone is not enough (decision 029). */
export const emailChangeInput = z.object({ email: registerInput.shape.email, password })
export type EmailChangeInput = z.infer<typeof emailChangeInput>

/** "Forgot password": the answer is the same whether there is such an account or not. */
export const forgotInput = z.object({ email: registerInput.shape.email })

export const resetInput = z.object({ token: z.string(text.resetGone).max(200, text.resetGone), password })
export type ResetInput = z.infer<typeof resetInput>

/** A new password typed twice; the second stays in the browser. */
function typedTwice<Field extends string>(field: Field) {
  return z
    .object({ confirmPassword: z.string(text.confirmPasswordRequired).min(6, text.confirmPasswordRequired) })
    .loose()
    .refine((form) => form[field] === form.confirmPassword, {
      path: ['confirmPassword'],
      message: text.passwordsDiffer,
    })
}
export const passwordForm = z.intersection(passwordChangeInput, typedTwice('newPassword'))
export const resetForm = z.intersection(resetInput.pick({ password: true }), typedTwice('password'))

/** Which mails of the caller's company wait, and whose email is to be confirmed (decisions 028 and 029). */
export const mailState = z.object({
  /** Whether the caller's own email is confirmed. */
  confirmed: z.boolean(),
  /** The address a link was mailed to that the caller has not opened yet; null for none. */
  asked: z.string().nullable(),
  /** Whether the owner's is: until then few mails leave. */
  ownerConfirmed: z.boolean(),
  /** Mails that wait for it, and mails that wait for room in the budget of `budget` mails a day; counted up to 1,000. */
  waiting: z.int(),
  overBudget: z.int(),
  budget: z.int(),
})
export type MailState = z.infer<typeof mailState>

/**
 * The signed-in user. `email` is empty for an account whose address somebody else confirmed. Clients store five of
 * these fields as `auth_user` (docs/product.md, Sessions).
 */
export const sessionUser = z.object({
  id: z.int(),
  name: z.string(),
  username: z.string(),
  email: z.string(),
  role: z.enum(roles),
})
export type SessionUser = z.infer<typeof sessionUser>

/** The same with what Settings shows of them. */
export const profile = sessionUser.extend({
  companyId: z.int(),
  phone: z.string(),
  isOwner: z.boolean(),
  isActive: z.boolean(),
  /** Of one who was invited, null for one who registered; instants in ISO 8601 in UTC. */
  invitedEmail: z.string().nullable(),
  invitedAt: z.string().nullable(),
  acceptedAt: z.string().nullable(),
  invitedBy: z.int().nullable(),
  ...timestamps,
})
export type Profile = z.infer<typeof profile>

/** A browser somebody is signed in with; `current` is the one that asks. */
export const sessionView = z.object({
  /** Names the session to its own user; it opens nothing. */
  id: z.string(),
  device: z.string(),
  /** Instants, ISO 8601 in UTC. */
  startedAt: z.string(),
  lastSeenAt: z.string(),
  current: z.boolean(),
})
export type SessionView = z.infer<typeof sessionView>
