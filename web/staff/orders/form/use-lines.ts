import { useQuery } from '@tanstack/react-query'
import type { CustomizationOption } from '@trunkshow/contract/customizations/schema.ts'
import { centsToDecimal, parseSignedCents } from '@trunkshow/contract/money.ts'
import { ownProduct } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import type { Product } from '@trunkshow/contract/products/schema.ts'
import type { Template } from '@trunkshow/contract/templates/schema.ts'
import { useState } from 'react'
import { api, call } from '../../api/client.ts'
import { templateChoicesQuery } from '../../templates/queries.ts'
import type { OrderValues } from './order-values.ts'

export type LineValues = OrderValues['products'][number]
type Line = Order['products'][number]

const plain = {
  ...{ id: 0, orderId: 0, sku: '', quantity: 1, taxable: true, createdAt: '' },
  ...{ options: [], templateId: null, templateVersion: null, fields: [], formData: {} },
}

/**
 * The lines of an order being taken or edited: those it has at the prices they were taken at, others at current ones.
 *
 * @param stored those of the order
 * @param store keeps changed values in the form
 */
export function useLines(
  values: readonly LineValues[],
  stored: readonly Line[],
  store: (values: LineValues[]) => void,
) {
  /** What was selected since the form opened. */
  const [products, setProducts] = useState<readonly Product[]>([])
  const [options, setOptions] = useState<readonly Line['options'][number][]>([])
  const templates = useQuery(templateChoicesQuery()).data ?? []
  const set = (at: number, line: LineValues) => store([...values.slice(0, at), line, ...values.slice(at + 1)])
  const lines = values.flatMap((line, at): Line[] => {
    if (line.productId === null)
      return [{ ...plain, ...line, basePrice: centsToDecimal(parseSignedCents(line.amount) ?? 0) }]
    const { productId, quantity, templateId, templateVersion, formData } = line
    const kept = ownProduct(stored, productId, at)
    const product = kept ?? products.find(({ id }) => id === productId)
    if (!product) return []
    const { name, sku, basePrice, taxable } = product
    const known = [...(kept?.options ?? []), ...options]
    const hasKeptForm = kept?.templateId === templateId && kept?.templateVersion === templateVersion
    const form = hasKeptForm ? kept : templates.find(({ id }) => id === templateId)
    return [
      {
        ...{
          ...plain,
          productId,
          name,
          sku,
          basePrice,
          taxable,
          quantity,
          templateId,
          templateVersion,
          formData,
        },
        options: line.options.flatMap(
          ({ optionId }) => known.find((each) => each.optionId === optionId) ?? [],
        ),
        fields: form?.fields.filter(({ type }) => type !== 'attachment') ?? [],
      },
    ]
  })
  /** Changes a product's line. */
  const change = (at: number, changes: Partial<Extract<LineValues, { productId: number }>>) => {
    const line = values[at]
    if (line && line.productId !== null) set(at, { ...line, ...changes })
  }
  return {
    lines,
    templatesFor: (productId: number) =>
      templates.filter(({ productIds }) => productIds.length === 0 || productIds.includes(productId)),
    /** Replaces a line's product, or adds a line, with the form that is made for the product. */
    pick: (at: number, product: Product) => {
      setProducts([...products.filter(({ id }) => id !== product.id), product])
      const made = templates.filter(({ productIds }) => productIds.includes(product.id))
      const form = at > 0 && made.length === 1 ? made[0] : undefined
      const quantity = lines[at]?.quantity ?? 1
      set(at, { ...formOf(form), productId: product.id, quantity, options: [], formData: {} })
    },
    change,
    chooseForm: (at: number, template: Template | undefined) =>
      change(at, { ...formOf(template), formData: {} }),
    /** @param option none to take the customization off */
    chooseOption: (
      at: number,
      { customizationId, name }: Pick<Line['options'][number], 'customizationId' | 'name'>,
      option: CustomizationOption | undefined,
    ) => {
      const others = (lines[at]?.options ?? []).filter((each) => each.customizationId !== customizationId)
      const added = option && {
        ...{ customizationId, name, optionId: option.id, option: option.name },
        price: option.price ?? '0.00',
      }
      if (added) setOptions([...options.filter(({ optionId }) => optionId !== added.optionId), added])
      const chosen = added ? [...others, added] : others
      change(at, { options: chosen.map(({ customizationId, optionId }) => ({ customizationId, optionId })) })
    },
    addAmount: () => set(values.length, { productId: null, name: '', amount: '', taxable: true }),
    changeAmount: (at: number, changes: Partial<Extract<LineValues, { productId: null }>>) => {
      const line = values[at]
      if (line?.productId === null) set(at, { ...line, ...changes })
    },
    remove: (at: number) => store(values.filter((_, index) => index !== at)),
    /** Reads the prices of what was selected again. */
    refresh: async () => {
      const ids = [...new Set(options.map(({ customizationId }) => customizationId))]
      const [now, offered] = await Promise.all([
        Promise.all(
          products.map((known) => call(api.products.get, { params: { id: known.id } }).catch(() => known)),
        ),
        Promise.all(ids.map((id) => call(api.options.list, { params: { id } }).catch(() => []))),
      ])
      setProducts(now)
      setOptions((before) =>
        before.map((each) => {
          const current = offered.flat().find(({ id }) => id === each.optionId)
          return current ? { ...each, price: current.price ?? '0.00' } : each
        }),
      )
    },
  }
}

const formOf = (template: Pick<Template, 'id' | 'version'> | undefined) => ({
  templateId: template?.id ?? null,
  templateVersion: template?.version ?? null,
})
