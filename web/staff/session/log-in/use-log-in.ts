import { type MutationFunction, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import type { AcceptInput } from '@trunkshow/contract/company/schema.ts'
import type { LoginInput, RegisterInput, SessionUser } from '@trunkshow/contract/session/schema.ts'
import { call } from '../../api/client.ts'
import { storeUser } from '../../api/stored-user.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { endSession, forgetLogOut, isLogOutPending } from '../end-session.ts'
import { nameOf, sessionQuery } from '../session-query.ts'

interface SignInTexts {
  done: string
  greeting: string
  failed: string
}

/** Makes the answered user the current one; whatever was cached for another user is dropped. */
function useSignIn<Input>(signIn: MutationFunction<SessionUser, Input>, text: SignInTexts) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (input: Input, context) => {
      // A log-out under way must not end the new session. Where it fails, the new session takes the old one's place.
      if (isLogOutPending()) await endSession().catch(() => {})
      return signIn(input, context)
    },
    meta: { keepsForm: true, failed: text.failed },
    onSuccess: (user) => {
      forgetLogOut()
      storeUser(user)
      queryClient.removeQueries()
      queryClient.setQueryData(sessionQuery().queryKey, user)
      showToast({ title: text.done, description: text.greeting + nameOf(user) })
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

/** Makes the account that an invitation is for (docs/product.md, Users and invitations). */
export function useAcceptInvitation(token: string) {
  return useSignIn((body: AcceptInput) => call(api.company.accept, { params: { token }, body }), {
    done: 'Invitation accepted',
    greeting: 'Welcome, ',
    failed: 'Invitation not accepted',
  })
}
