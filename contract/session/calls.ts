import { z } from 'zod'
import { create, get, post, put } from '../endpoint.ts'
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
  current: get('/api/user', 'signed-in', { output: profile }),
  login: post('/api/login', 'public', { body: loginInput, output: sessionUser }),
  register: create('/api/register', 'public', { body: registerInput, output: sessionUser }),
  /** Whether anyone can register, and whether no one has yet, so the screen knows what to offer. */
  registration: get('/api/registration', 'public', {
    output: z.object({ open: z.boolean(), isFresh: z.boolean() }),
  }),
  logout: post('/api/logout', 'public'),
  saveProfile: put('/api/user/profile', 'signed-in', { body: profileInput, output: profile }),
  /** Ends all other sessions and replaces the caller's with a new one. */
  changePassword: post('/api/user/password', 'signed-in', { body: passwordChangeInput }),
  /** Emails a link to the new address, which takes effect once the link is opened (decision 029). */
  changeEmail: put('/api/user/email', 'signed-in', { body: emailChangeInput, output: profile }),
  resendConfirmation: post('/api/user/email/confirmation', 'signed-in'),
  mailState: get('/api/user/mail', 'signed-in', { output: mailState }),
  sessions: get('/api/user/sessions', 'signed-in', { output: z.array(sessionView) }),
  endSessions: post('/api/user/sessions/end', 'signed-in', { body: sessionEndInput }),
  forgot: post('/api/password/forgot', 'public', { body: forgotInput }),
  reset: post('/api/password/reset', 'public', { body: resetInput }),
} as const
