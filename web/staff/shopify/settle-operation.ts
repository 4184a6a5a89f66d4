import { api } from '@trunkshow/contract/api.ts'
import { openStates } from '@trunkshow/contract/shopify/rules.ts'
import type { Operation } from '@trunkshow/contract/shopify/schema.ts'
import { CallError } from '../api/call-error.ts'
import { call } from '../api/client.ts'
import { showToast } from '../ui/feedback/toast.ts'

const POLL_MS = 2000

/**
 * Polls an operation until it is settled, after showing what it is waiting for.
 *
 * @param onWaiting called if it isn't settled yet
 * @throws CallError with the reason if it failed
 */
export async function settleOperation(
  answer: Promise<Operation>,
  onWaiting: () => void = () => {},
): Promise<Operation> {
  let operation = await answer
  if (openStates.includes(operation.state)) {
    showToast({ title: operation.message })
    onWaiting()
  }
  while (openStates.includes(operation.state)) {
    await new Promise((done) => setTimeout(done, POLL_MS))
    operation = await call(api.shopify.operation, { params: { id: operation.id } }).catch((error) => {
      if (error instanceof CallError && error.isRefusal) throw error
      return operation // no response, but the operation continues
    })
  }
  const { state, message } = operation
  if (state === 'failed') throw new CallError({ message, sentence: message })
  return operation
}
