import { z } from 'zod'
import { create, del, get, put } from '../endpoint.ts'
import { photoImage } from '../images.ts'
import {
  measurementSet,
  measurementSetChange,
  measurementSetInput,
  measuring,
  measuringInput,
} from './schema.ts'

/** The company's measurement sets, and what was measured of a customer. */
export const measurementCalls = {
  /** By name. */
  sets: get('/api/measurement-sets', 'orders.see', { output: z.array(measurementSet) }),
  createSet: create('/api/measurement-sets', 'orders.edit', {
    body: measurementSetInput,
    images: photoImage,
    output: measurementSet,
  }),
  updateSet: put('/api/measurement-sets/:id', 'orders.edit', {
    body: measurementSetChange,
    images: photoImage,
    output: measurementSet,
  }),
  /** Deletes a set; what was measured with it stays. */
  removeSet: del('/api/measurement-sets/:id', 'orders.edit'),
  /** A customer's, latest first. */
  list: get('/api/customers/:id/measurements', 'orders.see', { output: z.array(measuring) }),
  add: create('/api/customers/:id/measurements', 'orders.edit', { body: measuringInput, output: measuring }),
} as const
