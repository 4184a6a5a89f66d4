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
  sessionEndInput,
  sessionUser,
  sessionView,
} from './schema.ts'

/** Logging in and out, and the user's profile and password. */
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
  /** Whether anyone can register, so the screen knows whether to offer it. */
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
  /** Ends all other sessions and replaces the caller's with a new one. */
  changePassword: endpoint({
    method: 'POST',
    path: '/api/user/password',
    access: 'signed-in',
    body: passwordChangeInput,
  }),
  /** Emails a link to the new address, which takes effect once the link is opened (decision 029). */
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
  endSessions: endpoint({
    method: 'POST',
    path: '/api/user/sessions/end',
    access: 'signed-in',
    body: sessionEndInput,
  }),
  forgot: endpoint({ method: 'POST', path: '/api/password/forgot', access: 'public', body: forgotInput }),
  reset: endpoint({ method: 'POST', path: '/api/password/reset', access: 'public', body: resetInput }),
} as const
