import { api } from '@trunkshow/contract/api.ts'
import type { AcceptInput } from '@trunkshow/contract/company/schema.ts'
import type { LoginInput, RegisterInput, SessionUser } from '@trunkshow/contract/session/schema.ts'
import { call } from '../../api/client.ts'
import { storeUser } from '../../api/stored-user.ts'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { endSession, forgetLogOut, isLogOutPending } from '../end-session.ts'
import { nameOf, sessionQuery } from '../session-query.ts'

interface SignInTexts {
  done: string
  greeting: string
  failed: string
}

/** Makes the returned user the current one and drops data cached for another user. */
function useSignIn<Input>(signIn: (input: Input) => Promise<SessionUser>, text: SignInTexts) {
  return useReportedCall({
    call: async (input: Input) => {
      // Wait for a pending log-out, so it can't end the new session. If it fails, the new session replaces the old one.
      if (isLogOutPending()) await endSession().catch(() => {})
      return signIn(input)
    },
    done: (user) => ({ title: text.done, description: text.greeting + nameOf(user) }),
    failed: text.failed,
    keepsForm: true,
    onDone: (user, client) => {
      forgetLogOut()
      storeUser(user)
      client.removeQueries()
      client.setQueryData(sessionQuery().queryKey, user)
      void client.invalidateQueries(sessionQuery()) // the login doesn't answer the company's zone
    },
  })
}

export function useLogIn() {
  return useSignIn((body: LoginInput) => call(api.session.login, { body }), {
    done: 'Login successful',
    greeting: 'Welcome back, ',
    failed: 'Login failed',
  })
}

export function useRegister() {
  return useSignIn((body: RegisterInput) => call(api.session.register, { body }), {
    done: 'Registration successful',
    greeting: 'Welcome, ',
    failed: 'Registration failed',
  })
}

/** Creates the account for an invitation (docs/product.md, Users and invitations). */
export function useAcceptInvitation(token: string) {
  return useSignIn((body: AcceptInput) => call(api.company.accept, { params: { token }, body }), {
    done: 'Invitation accepted',
    greeting: 'Welcome, ',
    failed: 'Invitation not accepted',
  })
}
