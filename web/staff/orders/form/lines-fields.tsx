import { Button, Checkbox, Group, Input, NumberInput, Stack, TextInput } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { formatMoney } from '@trunkshow/contract/money.ts'
import { MAX_ORDERED_LINES, orderCan } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { useState } from 'react'
import { assignedQuery, optionsQuery } from '../../products/queries.ts'
import { OrderForm } from '../../templates/form/order-form.tsx'
import { templateQuery } from '../../templates/queries.ts'
import { Choose } from '../../ui/form/choose.tsx'
import { Picked } from '../../ui/form/pick-list.tsx'
import { tiles } from '../../ui/page/tiles.ts'
import { QuietButton, QuietText } from '../../ui/page/words.tsx'
import { OrderSection } from '../order-section.tsx'
import { PickProduct, wordsOf } from './product-field.tsx'
import type { DraftProps } from './use-order-form.ts'

/** The lines of an order being edited (docs/product.md, Changing an order). */
export function LinesSection({ draft, order }: DraftProps & { order: Order }) {
  const { edit } = draft
  const refusal = orderCan.changeProducts(order)
  return (
    <OrderSection title={order.products.length === 1 ? 'Product' : 'Products'}>
      <Stack>
        <LineFields draft={draft} at={0} isFixed={refusal !== null} />
        <OtherLines draft={draft} isFixed={refusal !== null} />
      </Stack>
      {edit.noteAt('products').description}
      {refusal && <QuietText mt="xs">{refusal}</QuietText>}
    </OrderSection>
  )
}

/** The lines after the first product, and what adds one. */
export function OtherLines({ draft, isFixed = false }: DraftProps & { isFixed?: boolean }) {
  const { lines, addAmount } = draft.ordered
  const [adding, setAdding] = useState(false)
  return (
    <>
      {lines.slice(1).map((line, at) =>
        line.productId === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines stay in order, and one may be there twice
          <AmountFields key={at} draft={draft} at={at + 1} isFixed={isFixed} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <LineFields key={at} draft={draft} at={at + 1} isFixed={isFixed} />
        ),
      )}
      {adding && (
        <Input.Wrapper label="Another product" labelElement="div">
          <PickProduct
            template={undefined}
            onPick={(product) => {
              draft.ordered.pick(lines.length, product)
              setAdding(false)
            }}
          />
        </Input.Wrapper>
      )}
      {!isFixed && lines.length > 0 && lines.length < MAX_ORDERED_LINES && (
        <Group gap="xs">
          <QuietButton size="compact-sm" onClick={() => setAdding(!adding)}>
            {adding ? 'Add no product' : 'Add a product'}
          </QuietButton>
          <QuietButton size="compact-sm" onClick={addAmount}>
            Add a fee or reduction
          </QuietButton>
        </Group>
      )}
    </>
  )
}

interface LineProps extends DraftProps {
  at: number
  isFixed?: boolean
}

/** A product with its quantity, its options and, after the first one, its own form. */
export function LineFields({ draft, at, isFixed = false }: LineProps) {
  const { edit, form, chosen, order, ordered } = draft
  const { lines, pick, change, remove } = ordered
  const [picking, setPicking] = useState(false)
  const stored = useQuery({ ...templateQuery(order?.template.id ?? 0), enabled: order !== undefined }).data
  const line = lines[at]
  const isOnly = order === undefined && lines.length === 1
  const error = at === 0 ? (edit.noteAt('products').error ?? form.errors.products) : undefined
  const picker = (
    <PickProduct
      template={at === 0 ? (order ? stored : chosen.template) : undefined}
      error={line ? undefined : error}
      onPick={(product) => {
        pick(at, product)
        setPicking(false)
      }}
    />
  )
  if (!line?.productId) return picker
  return (
    <Stack gap="xs" role="group" aria-label={line.name}>
      <Picked
        {...wordsOf(line)}
        changeLabel={order || at > 0 ? `Change ${line.name}` : 'Change product'}
        error={error}
        onChange={isFixed ? undefined : () => (isOnly ? remove(0) : setPicking(!picking))}
      />
      {picking && picker}
      {!isFixed && (
        <div style={tiles(150)}>
          <NumberInput
            label="Quantity"
            min={1}
            max={1000}
            allowDecimal={false}
            value={line.quantity}
            onChange={(quantity) => change(at, { quantity: Number(quantity) || 1 })}
          />
          <OptionFields draft={draft} at={at} productId={line.productId} />
          {at > 0 && <FormSelect draft={draft} at={at} productId={line.productId} />}
        </div>
      )}
      <Input.Error>{form.errors[`products.${at}.options`]}</Input.Error>
      {at > 0 && line.fields.length > 0 && (
        <OrderForm
          fields={line.fields}
          answers={line.formData}
          onChange={(id, answer) => {
            change(at, { formData: { ...line.formData, [id]: answer } })
            form.clearFieldError(`products.${at}.formData.${id}`)
          }}
          errors={errorsAt(form.errors, `products.${at}.formData.`)}
          customerId={draft.customerId}
          isNew={!order}
          files={{}}
          onFiles={() => undefined}
          disabled={draft.save.isPending || isFixed}
        />
      )}
      {at > 0 && !isFixed && <RemoveLine name={line.name} onRemove={() => remove(at)} />}
    </Stack>
  )
}

/** The errors of fields under a path, by what comes after it. */
export const errorsAt = (errors: Readonly<Record<string, unknown>>, prefix: string) =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([path, error]) =>
      path.startsWith(prefix) ? [[path.slice(prefix.length), String(error)]] : [],
    ),
  )

/** One choice for each customization of the product; an option that is no longer offered stays until another is chosen. */
function OptionFields({ draft, at, productId }: LineProps & { productId: number }) {
  const { lines, chooseOption } = draft.ordered
  const assigned = useQuery(assignedQuery(productId)).data ?? []
  const offered = useQueries({
    queries: assigned.map(({ customizationId }) => optionsQuery(customizationId)),
  })
  return assigned.map(({ customizationId, isRequired, customization: { name } }, place) => {
    const options = offered[place]?.data ?? []
    const chosen = lines[at]?.options.find((each) => each.customizationId === customizationId)
    const isGone = chosen && !options.some(({ id }) => id === chosen.optionId)
    return (
      <Choose
        key={customizationId}
        label={name}
        required={isRequired}
        value={chosen?.optionId}
        choices={[
          ['', isRequired ? 'Select an option' : 'None'],
          ...(isGone ? [[chosen.optionId, chosen.option] as const] : []),
          ...options.map(
            ({ id, name, price }) => [id, price ? `${name} (+${formatMoney(price)})` : name] as const,
          ),
        ]}
        onChoose={(optionId) => {
          chooseOption(
            at,
            { customizationId, name },
            options.find(({ id }) => id === optionId),
          )
          draft.form.clearFieldError(`products.${at}.options`)
        }}
      />
    )
  })
}

/** The form of a line after the first one. */
function FormSelect({ draft, at, productId }: LineProps & { productId: number }) {
  const { lines, templatesFor, chooseForm } = draft.ordered
  const templates = templatesFor(productId)
  if (templates.length === 0) return null
  return (
    <Choose
      label="Order form"
      value={lines[at]?.templateId}
      choices={[['', 'None'], ...templates.map(({ id, templateName }) => [id, templateName] as const)]}
      onChoose={(id) =>
        chooseForm(
          at,
          templates.find((template) => template.id === id),
        )
      }
    />
  )
}

/** An amount under a label: a rush fee, an alteration, or a reduction. */
function AmountFields({ draft, at, isFixed }: LineProps) {
  const { form, ordered } = draft
  const line = form.values.products[at]
  if (line?.productId !== null) return null
  const { name, amount, taxable } = line
  const change = (path: 'name' | 'amount', value: string) => {
    ordered.changeAmount(at, { [path]: value })
    form.clearFieldError(`products.${at}.${path}`)
  }
  return (
    <Stack gap="xs" role="group" aria-label={name || 'Fee or reduction'}>
      <div style={tiles(150)}>
        <TextInput
          label="Fee or reduction"
          placeholder="Rush fee"
          required
          disabled={isFixed}
          value={name}
          error={form.errors[`products.${at}.name`]}
          onChange={({ currentTarget }) => change('name', currentTarget.value)}
        />
        <TextInput
          label="Amount"
          placeholder="75 or -50"
          required
          disabled={isFixed}
          value={amount}
          error={form.errors[`products.${at}.amount`]}
          onChange={({ currentTarget }) => change('amount', currentTarget.value)}
        />
      </div>
      {!isFixed && (
        <Group justify="space-between">
          <Checkbox
            label="Taxable"
            checked={taxable}
            onChange={({ currentTarget }) => ordered.changeAmount(at, { taxable: currentTarget.checked })}
          />
          <RemoveLine name={name || 'this amount'} onRemove={() => ordered.remove(at)} />
        </Group>
      )}
    </Stack>
  )
}

function RemoveLine({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <Button
      variant="subtle"
      color="bad"
      size="compact-sm"
      style={{ alignSelf: 'start' }}
      aria-label={`Remove ${name}`}
      onClick={onRemove}
    >
      Remove
    </Button>
  )
}
