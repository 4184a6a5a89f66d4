import { z } from 'zod'
import { create, del, get, paged, put } from '../endpoint.ts'
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
  list: get('/api/customizations', 'orders.see', paged(whichCustomizations, customization)),
  create: create('/api/customizations', 'products.edit', {
    body: customizationInput,
    output: customization,
  }),
  update: put('/api/customizations/:id', 'products.edit', {
    body: customizationChange,
    output: customization,
  }),
  remove: del('/api/customizations/:id', 'products.edit'),
} as const

export const optionCalls = {
  list: get('/api/customizations/:id/options', 'orders.see', { output: z.array(customizationOption) }),
  create: create('/api/customizations/:id/options', 'products.edit', {
    body: optionInput,
    images: photoImage,
    output: customizationOption,
  }),
  update: put('/api/customization-options/:id', 'products.edit', {
    body: optionChange,
    images: photoImage,
    output: customizationOption,
  }),
  remove: del('/api/customization-options/:id', 'products.edit'),
} as const
