import { z } from 'zod'
import { idField, served } from '../endpoint.ts'
import { assigneeMessages as text } from './messages.ts'

/** Who serves a record from now on, null for no one (docs/product.md, Who serves whom). */
export const assigneeChange = z.object({
  assigneeId: idField(text.gone).nullable(),
  /** Whom the user saw; refused if it is someone else by now. */
  from: idField(text.gone).nullable().optional(),
})
export type AssigneeChange = z.output<typeof assigneeChange>

export const assigned = z.object(served)
export type Assigned = z.infer<typeof assigned>
