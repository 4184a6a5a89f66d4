import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  emailChangeInput,
  forgotInput,
  loginInput,
  mailState,
  passwordChangeInput,
  profile,
  profileInput,
  registerInput,
  resetInput,
  sessionUser,
  sessionView,
} from './schema.ts'

/** Signing in and out, the profile and its password. */
export const sessionCalls = {
  current: endpoint({ method: 'GET', path: '/api/user', access: 'signed-in', output: profile }),
  login: endpoint({
    method: 'POST',
    path: '/api/login',
    access: 'public',
    body: loginInput,
    output: sessionUser,
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/register',
    access: 'public',
    body: registerInput,
    output: sessionUser,
    status: 201,
  }),
  /** Whether anyone may make an account here, which the screen offers then. */
  registration: endpoint({
    method: 'GET',
    path: '/api/registration',
    access: 'public',
    output: z.object({ open: z.boolean() }),
  }),
  logout: endpoint({ method: 'POST', path: '/api/logout', access: 'public' }),
  saveProfile: endpoint({
    method: 'PUT',
    path: '/api/user/profile',
    access: 'signed-in',
    body: profileInput,
    output: profile,
  }),
  /** Ends every session but the caller's, which starts anew. */
  changePassword: endpoint({
    method: 'POST',
    path: '/api/user/password',
    access: 'signed-in',
    body: passwordChangeInput,
  }),
  /** Mails a link to the new address, which takes effect once it is opened (decision 029). */
  changeEmail: endpoint({
    method: 'PUT',
    path: '/api/user/email',
    access: 'signed-in',
    body: emailChangeInput,
    output: profile,
  }),
  resendConfirmation: endpoint({
    method: 'POST',
    path: '/api/user/email/confirmation',
    access: 'signed-in',
  }),
  mailState: endpoint({ method: 'GET', path: '/api/user/mail', access: 'signed-in', output: mailState }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/user/sessions',
    access: 'signed-in',
    output: z.array(sessionView),
  }),
  endOthers: endpoint({ method: 'DELETE', path: '/api/user/sessions', access: 'signed-in' }),
  forgot: endpoint({ method: 'POST', path: '/api/password/forgot', access: 'public', body: forgotInput }),
  reset: endpoint({ method: 'POST', path: '/api/password/reset', access: 'public', body: resetInput }),
} as const
