import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import type {
  Customization,
  CustomizationOption,
  customizationInput,
  optionInput,
} from '@trunkshow/contract/customizations/schema.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { call, callPage, joinPages } from '../api/client.ts'
import { fresh } from '../api/query-client.ts'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'

const reloads = ['customizations']

/** The company's customizations, paged, with their total. @param q part of a name */
export function customizationsQuery(q?: string) {
  return infiniteQueryOptions({
    queryKey: [...reloads, 'list', q],
    queryFn: ({ pageParam }) => callPage(api.customizations.list, { query: { q, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: joinPages,
    placeholderData: keepPreviousData,
    staleTime: fresh.long,
  })
}

/** The options of a customization, oldest first. */
export function optionsQuery(customizationId: number) {
  return queryOptions({
    queryKey: [...reloads, customizationId, 'options'],
    queryFn: () => call(api.options.list, { params: { id: customizationId } }),
    staleTime: fresh.long,
  })
}

/** The customizations of a product, in their order. */
export function assignedQuery(productId: number) {
  return queryOptions({
    queryKey: [...reloads, 'of-product', productId],
    queryFn: () => call(api.products.customizations, { params: { id: productId } }),
    staleTime: fresh.long,
  })
}

/** Adds a customization, or changes this one. */
export function useSaveCustomization(customization?: Customization) {
  return useReportedCall({
    call: (body: z.input<typeof customizationInput>) =>
      customization
        ? call(api.customizations.update, { params: { id: customization.id }, body })
        : call(api.customizations.create, { body }),
    done: customization ? 'Customization updated' : 'Customization created',
    failed: customization ? 'Failed to update customization' : 'Failed to create customization',
    reloads,
    keepsForm: true,
  })
}

interface OptionToSend {
  body: z.input<typeof optionInput>
  files: { photo?: File }
}

/** Adds or changes an option. `sent` is the fraction of its photo that is uploaded, 0 to 1. */
export function useSaveOption(customizationId: number, option?: CustomizationOption) {
  const [sent, setSent] = useState<number>()
  const save = useReportedCall({
    call: async ({ body, files }: OptionToSend) => {
      const input = { body, files, onProgress: setSent }
      return option
        ? call(api.options.update, { params: { id: option.id }, ...input })
        : call(api.options.create, { params: { id: customizationId }, ...input })
    },
    done: option ? 'Option updated' : 'Option added',
    failed: option ? 'Failed to update option' : 'Failed to add option',
    reloads,
    keepsForm: true,
  })
  return { ...save, sent: save.isPending ? sent : undefined }
}

/** Adds a customization at the end of a product's list. */
export function useAssignCustomization(productId: number) {
  return useReportedCall({
    call: (customizationId: number) =>
      call(api.products.assign, { params: { id: productId }, body: { customizationId, isRequired: false } }),
    done: 'Customization assigned',
    failed: 'Failed to assign customization',
    reloads: assignedQuery(productId).queryKey,
  })
}

export function useUnassignCustomization(productId: number) {
  return useReportedCall({
    call: (customizationId: number) =>
      call(api.products.unassign, { params: { id: productId, customizationId } }),
    done: 'Customization removed',
    failed: 'Failed to remove customization',
    reloads: assignedQuery(productId).queryKey,
  })
}

/** Sets whether a product's customization is required. */
export function useSetRequired(productId: number) {
  return useReportedCall({
    call: ({ customizationId, isRequired }: { customizationId: number; isRequired: boolean }) =>
      call(api.products.setRequired, { params: { id: productId, customizationId }, body: { isRequired } }),
    failed: 'Failed to update customization',
    reloads: assignedQuery(productId).queryKey,
  })
}

/** Reorders a product's customizations; the list then shows the response. */
export function useReorderCustomizations(productId: number) {
  const queryClient = useQueryClient()
  const { queryKey } = assignedQuery(productId)
  return useReportedCall({
    call: async (customizationIds: number[]) => {
      const ordered = await call(api.products.reorder, {
        params: { id: productId },
        body: { customizationIds },
      })
      queryClient.setQueryData(queryKey, ordered)
    },
    failed: 'Failed to reorder customizations',
    reloads: queryKey,
    // One at a time, so the last of several quick moves wins.
    scope: { id: `reorder-customizations-${productId}` },
  })
}
