import { z } from 'zod'
import { emailField, personName, phoneField, timestamps, zonePeriods } from '../endpoint.ts'
import { roles } from '../permissions.ts'
import { personLimits } from '../person.ts'
import { sessionMessages as text } from './messages.ts'

const password = z.string(text.passwordTooShort).min(6, text.passwordTooShort).max(200, text.passwordTooLong)

/** The password of the account, which is only compared: a short one is wrong as any other is. */
const oldPassword = z.string(text.oldPasswordWrong).max(200, text.oldPasswordWrong)

/** A login; `username` may be an email address (docs/product.md, Logging in). */
export const loginInput = z.object({
  username: z
    .string(text.usernameOrEmailRequired)
    .trim()
    .min(1, text.usernameOrEmailRequired)
    .max(personLimits.email, text.wrongCredentials),
  password: z.string(text.passwordTooShort).max(200, text.wrongCredentials),
})
export type LoginInput = z.infer<typeof loginInput>

/** The Login form, which says how long a password is at least before it asks the server. */
export const loginForm = loginInput.extend({
  password: loginInput.shape.password.min(6, text.passwordTooShort),
})

/** The Register form (docs/product.md, Registering). */
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
  /** The name of the new company; empty to name it later. */
  shopName: z.string().trim().max(200, text.shopNameTooLong).default(''),
})
export type RegisterInput = z.infer<typeof registerInput>

/** The Register form with the repeated password, which isn't sent. */
export const registerForm = registerInput
  .extend({ confirmPassword: z.string(text.confirmPasswordRequired).min(6, text.confirmPasswordRequired) })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: text.passwordsDiffer,
  })

/** Personal Information in Settings; the email is read-only (docs/product.md, Email addresses). */
export const profileInput = z.object({
  name: registerInput.shape.name,
  phone: phoneField.default(''),
})
export type ProfileInput = z.output<typeof profileInput>

/** Requires the old password, so an unlocked phone isn't enough to change it (docs/product.md, Passwords). */
export const passwordChangeInput = z.object({ oldPassword, newPassword: password })
export type PasswordChangeInput = z.infer<typeof passwordChangeInput>

/** Requires the password, so an unlocked phone isn't enough to change the email (decision 029). */
export const emailChangeInput = z.object({ email: registerInput.shape.email, password: oldPassword })
export type EmailChangeInput = z.infer<typeof emailChangeInput>

/** Ends one other session or, without `id`, all others. Requires the password, so an unlocked phone isn't enough. */
export const sessionEndInput = z.object({ id: z.string().max(100).optional(), password: oldPassword })
export type SessionEndInput = z.infer<typeof sessionEndInput>

/** "Forgot password": the response doesn't reveal whether the account exists. */
export const forgotInput = z.object({ email: registerInput.shape.email })

export const resetInput = z.object({ token: z.string(text.resetGone).max(200, text.resetGone), password })
export type ResetInput = z.infer<typeof resetInput>

/** A new password entered twice; the second isn't sent. */
function matchingPasswords<Field extends string>(field: Field) {
  return z
    .object({ confirmPassword: z.string(text.confirmPasswordRequired).min(6, text.confirmPasswordRequired) })
    .loose()
    .refine((form) => form[field] === form.confirmPassword, {
      path: ['confirmPassword'],
      message: text.passwordsDiffer,
    })
}
export const passwordForm = z.intersection(passwordChangeInput, matchingPasswords('newPassword'))
export const resetForm = z.intersection(resetInput.pick({ password: true }), matchingPasswords('password'))

/** Which emails of the company are on hold, and which addresses are unconfirmed (decisions 028 and 029). */
export const mailState = z.object({
  /** Whether the user's own email is confirmed. */
  confirmed: z.boolean(),
  /** The address the user still has to confirm; null for none. */
  asked: z.string().nullable(),
  /** Whether the owner's email is confirmed: until then few emails are sent. */
  ownerConfirmed: z.boolean(),
  /** Emails on hold until it is confirmed, and emails on hold for the `budget` of emails a day; counted up to 1,000. */
  waiting: z.int(),
  overBudget: z.int(),
  budget: z.int(),
  /** How many guests an email failed to reach; counted up to 100. */
  failed: z.int(),
  /** Changes whenever an email of the company does, so that screens know when to reload their lists. */
  version: z.string(),
})
export type MailState = z.infer<typeof mailState>

/**
 * The logged-in user. `email` is empty if another account confirmed the same address. Clients store five of these
 * fields as `auth_user` (docs/product.md, Sessions).
 */
export const sessionUser = z.object({
  id: z.int(),
  name: z.string(),
  username: z.string(),
  email: z.string(),
  role: z.enum(roles),
})
export type SessionUser = z.infer<typeof sessionUser>

/** The logged-in user with what Settings shows. */
export const profile = sessionUser.extend({
  companyId: z.int(),
  /** The zone of the company's own records: its offsets from ten years ago to next year. */
  zone: zonePeriods,
  /** What the frame of the screens shows of the company; an empty name until it has one. */
  company: z.object({
    name: z.string(),
    logoUrl: z.string().nullable(),
    /** Whether it has more than one active user. */
    isTeam: z.boolean(),
  }),
  phone: z.string(),
  isOwner: z.boolean(),
  isActive: z.boolean(),
  /** For an invited user; null for one who registered. Times are ISO 8601 in UTC. */
  invitedEmail: z.string().nullable(),
  invitedAt: z.string().nullable(),
  acceptedAt: z.string().nullable(),
  invitedBy: z.int().nullable(),
  ...timestamps,
})
export type Profile = z.infer<typeof profile>

/** A browser the user is logged in with; `current` is the one making this request. */
export const sessionView = z.object({
  /** Identifies the session to its own user; it isn't the access token. */
  id: z.string(),
  device: z.string(),
  /** ISO 8601 in UTC. */
  startedAt: z.string(),
  lastSeenAt: z.string(),
  current: z.boolean(),
})
export type SessionView = z.infer<typeof sessionView>
