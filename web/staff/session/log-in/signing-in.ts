import type { SessionUser } from '@trunkshow/contract/session/schema.ts'
import { storeUser } from '../../api/stored-user.ts'
import type { ReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { endSession, forgetLogOut, isLogOutPending, nameOf, sessionQuery } from '../session-query.ts'

interface SignInTexts {
  done: string
  greeting: string
  failed: string
}

/** A call that makes the returned user the current one and drops data cached for another user. */
export function signingIn<Input>(signIn: (input: Input) => Promise<SessionUser>, text: SignInTexts) {
  return {
    call: async (input) => {
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
  } satisfies ReportedCall<Input, SessionUser>
}
