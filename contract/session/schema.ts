import { z } from 'zod'
import { oneLine } from '../one-line.ts'
import { roles } from '../permissions.ts'
import { sessionMessages as text } from './messages.ts'

const password = z.string(text.passwordTooShort).min(6, text.passwordTooShort).max(200, text.passwordTooLong)

/** What the Login tab sends; `username` may hold an e-mail address (design §6). */
export const loginInput = z.object({
  username: z
    .string(text.usernameOrEmailRequired)
    .trim()
    .min(1, text.usernameOrEmailRequired)
    .max(320, text.wrongCredentials),
  password,
})
export type LoginInput = z.infer<typeof loginInput>

/** What the Register tab sends (spec booking §5, design §7.7). */
export const registerInput = z.object({
  username: z
    .string(text.usernameTooShort)
    .trim()
    .min(3, text.usernameTooShort)
    .max(50, text.usernameTooLong)
    .regex(/^[\w.-]+$/, text.usernameCharacters),
  email: z.string(text.emailInvalid).trim().max(320, text.emailInvalid).pipe(z.email(text.emailInvalid)),
  name: z.string(text.nameRequired).overwrite(oneLine).min(1, text.nameRequired).max(100, text.nameTooLong),
  password,
})
export type RegisterInput = z.infer<typeof registerInput>

/** The Register tab's own state: the confirmation stays in the browser (spec booking §5). */
export const registerForm = registerInput
  .extend({ confirmPassword: z.string(text.confirmPasswordRequired).min(6, text.confirmPasswordRequired) })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: text.passwordsDiffer,
  })

/** The signed-in user as the client sees and stores it (design §6, issue of `auth_user`). */
export const sessionUser = z.object({
  id: z.int(),
  name: z.string(),
  username: z.string(),
  email: z.string(),
  role: z.enum(roles),
})
export type SessionUser = z.infer<typeof sessionUser>
