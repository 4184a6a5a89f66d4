import { z } from 'zod'
import { del, get, page, post, put } from '../endpoint.ts'
import { photoImage } from '../images.ts'
import {
  customization,
  customizationChange,
  customizationInput,
  customizationOption,
  optionChange,
  optionInput,
} from './schema.ts'
import { whichCustomizations } from './screens.ts'

/** Sets of options. */
export const customizationCalls = {
  list: get('/api/customizations', 'orders.see', {
    query: page.extend(whichCustomizations.shape),
    output: z.array(customization),
  }),
  create: post('/api/customizations', 'products.edit', {
    body: customizationInput,
    output: customization,
    status: 201,
  }),
  update: put('/api/customizations/:id', 'products.edit', {
    body: customizationChange,
    output: customization,
  }),
  remove: del('/api/customizations/:id', 'products.edit'),
} as const

/** Options of a customization. */
export const optionCalls = {
  list: get('/api/customizations/:id/options', 'orders.see', { output: z.array(customizationOption) }),
  create: post('/api/customizations/:id/options', 'products.edit', {
    body: optionInput,
    images: photoImage,
    output: customizationOption,
    status: 201,
  }),
  update: put('/api/customization-options/:id', 'products.edit', {
    body: optionChange,
    images: photoImage,
    output: customizationOption,
  }),
  remove: del('/api/customization-options/:id', 'products.edit'),
} as const
