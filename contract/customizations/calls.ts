import { z } from 'zod'
import { byId, endpoint, page } from '../endpoint.ts'
import { photoImage } from '../images.ts'
import { customization, customizationInput, customizationOption, optionInput } from './schema.ts'
import { whichCustomizations } from './screens.ts'

/** Sets of options. */
export const customizationCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/customizations',
    access: 'orders.see',
    query: page.extend(whichCustomizations.shape),
    output: z.array(customization),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/customizations',
    access: 'products.edit',
    body: customizationInput,
    output: customization,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/customizations/:id',
    access: 'products.edit',
    params: byId,
    body: customizationInput,
    output: customization,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/customizations/:id',
    access: 'products.edit',
    params: byId,
  }),
} as const

/** Options of a customization. */
export const optionCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/customizations/:id/options',
    access: 'orders.see',
    params: byId,
    output: z.array(customizationOption),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/customizations/:id/options',
    access: 'products.edit',
    params: byId,
    body: optionInput,
    images: photoImage,
    output: customizationOption,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/customization-options/:id',
    access: 'products.edit',
    params: byId,
    body: optionInput,
    images: photoImage,
    output: customizationOption,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/customization-options/:id',
    access: 'products.edit',
    params: byId,
  }),
} as const
