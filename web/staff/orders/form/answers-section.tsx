import { Button, Input, Stack, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDate } from '@trunkshow/contract/dates.ts'
import { formatMoney } from '@trunkshow/contract/money.ts'
import type { Attachment, Order } from '@trunkshow/contract/orders/schema.ts'
import { formatAnswer, formatModifier, optionLabel } from '@trunkshow/contract/templates/fields.ts'
import { type Answers, readOption, shownFields } from '@trunkshow/contract/templates/rules.ts'
import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import { type ComponentProps, useState } from 'react'
import { FilesField } from '../../templates/form/files-field.tsx'
import { OrderForm } from '../../templates/form/order-form.tsx'
import { TemplateDialog } from '../../templates/form/template-dialog.tsx'
import { templateChoicesQuery, templateQuery } from '../../templates/queries.ts'
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx'
import { Note, RetryLine } from '../../ui/feedback/notice.tsx'
import { Choose } from '../../ui/form/choose.tsx'
import { DateField } from '../../ui/form/date-field.tsx'
import { FieldRow } from '../../ui/form/form-shell.tsx'
import { QuietButton } from '../../ui/page/words.tsx'
import attached from '../detail/attachment-list.module.css'
import { AttachmentLink, attachmentsOutsideForm, FormerDetails } from '../detail/form-details.tsx'
import { promiseQuery } from '../making/queries.ts'
import { OrderSection, priceWith } from '../order-section.tsx'
import { errorsAt, LineFields, OtherLines } from './lines-fields.tsx'
import type { DraftProps, OrderDraft } from './use-order-form.ts'

/** What is ordered: the template, the product with the answers, and other lines. */
export function ItemSection({ draft }: DraftProps) {
  return (
    <OrderSection title="Order">
      <Stack>
        <TemplateSelect draft={draft} />
        <Input.Wrapper label="Product" labelElement="div" required>
          <LineFields draft={draft} at={0} />
        </Input.Wrapper>
        {draft.chosen.template && <AnswerFields draft={draft} />}
        <OtherLines draft={draft} />
      </Stack>
    </OrderSection>
  )
}

/** The form of an order being edited, in its own version. */
export function AnswersSection({ draft, order }: DraftProps & { order: Order }) {
  const [editingTemplate, setEditingTemplate] = useState(false)
  return (
    <>
      <OrderSection
        title="Form details"
        action={
          <Button variant="subtle" size="compact-sm" onClick={() => setEditingTemplate(true)}>
            Edit template
          </Button>
        }
      >
        <TemplateNotice draft={draft} order={order} />
        <AnswerFields draft={draft} />
      </OrderSection>
      <FormerDetails
        order={shownOrder(order, draft)}
        files={(those) => <StoredFiles draft={draft} attachments={those} />}
      />
      {editingTemplate && <TemplateDialog id={order.template.id} onClose={() => setEditingTemplate(false)} />}
    </>
  )
}

/** The order as the form has it now. */
const shownOrder = (order: Order, { form, fields }: OrderDraft) => ({
  ...order,
  template: { ...order.template, fields },
  formData: form.values.formData,
})

/** The day that is promised; an empty field offers the first that the usual days and the capacity leave. */
function PromisedField(field: ComponentProps<typeof DateField>) {
  const { data } = useQuery({ ...promiseQuery(), enabled: !field.value })
  const day = !field.value && data?.promisedOn
  return (
    <div>
      <DateField label="Promised" {...field} />
      {day && (
        <Button variant="subtle" px={0} onClick={() => field.onChange(day)}>
          Promise {formatDate(day)}
        </Button>
      )}
    </div>
  )
}

/** The order's files and notes. */
export function FilesSections({ draft }: DraftProps) {
  const { form, order, files, setFilesOf, save } = draft
  const notes = { rows: 3, resize: 'vertical', ...form.getInputProps('notes') } as const
  const ofOrder = (
    <FilesField
      label="Order attachments"
      value={files[''] ?? []}
      onChange={(chosen) => setFilesOf('', chosen)}
      error={form.errors.attachments}
      disabled={save.isPending}
    >
      {order && <StoredFiles draft={draft} attachments={attachmentsOutsideForm(shownOrder(order, draft))} />}
    </FilesField>
  )
  const dates = (
    <OrderSection title="Dates">
      <FieldRow>
        <DateField label="Needed by" {...form.getInputProps('neededBy')} />
        <PromisedField {...form.getInputProps('promisedOn')} />
      </FieldRow>
    </OrderSection>
  )
  if (!order)
    return (
      <>
        {dates}
        <OrderSection title="Attachments">
          <Stack>
            {ofOrder}
            <Textarea label="Notes" {...notes} />
          </Stack>
        </OrderSection>
      </>
    )
  return (
    <>
      {dates}
      <OrderSection title="Attachments">{ofOrder}</OrderSection>
      <OrderSection title="Notes">
        <Textarea aria-label="Notes" {...notes} />
      </OrderSection>
    </>
  )
}

function AnswerFields({ draft }: DraftProps) {
  const { edit, form, order, fields, answer, files, setFilesOf, save } = draft
  return (
    <OrderForm
      fields={fields}
      answers={form.values.formData}
      onChange={answer}
      errors={errorsAt(form.errors, 'formData.')}
      propsOf={({ id, type }) => ({
        'data-path': `formData.${id}`,
        ...edit.noteAt(`formData.${id}`, type === 'checkbox'),
      })}
      customerId={draft.customerId}
      isNew={!order}
      files={files}
      onFiles={setFilesOf}
      stored={(id) => (
        <StoredFiles
          draft={draft}
          attachments={order?.attachments.filter(({ fieldId }) => fieldId === id) ?? []}
        />
      )}
      disabled={save.isPending}
    />
  )
}

/** The files of an order being edited: each can be marked for removal and unmarked. */
function StoredFiles({ draft, attachments }: DraftProps & { attachments: readonly Attachment[] }) {
  if (attachments.length === 0) return null
  return (
    <ul aria-label="Uploaded files">
      {attachments.map((attachment) => {
        const { id, displayName } = attachment
        const gone = draft.removed.has(id)
        return (
          <li key={id} className={attached.stored} data-removed={gone}>
            <AttachmentLink attachment={attachment} />
            <Button
              variant="subtle"
              color={gone ? undefined : 'bad'}
              size="compact-sm"
              aria-label={`${gone ? 'Keep' : 'Remove'} ${displayName}`}
              onClick={() => draft.toggleRemoved(id)}
            >
              {gone ? 'Keep' : 'Remove'}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

/** The template of a new order, one that isn't archived (docs/product.md, Changing a form in use). */
function TemplateSelect({ draft: { form, chosen, chooseTemplate } }: DraftProps) {
  const list = useQuery(templateChoicesQuery())
  const templates = list.data ?? []
  const value = chosen.template
  // A selected template stays selected, even if it was changed, archived or deleted since.
  const offered = value ? [value, ...templates.filter(({ id }) => id !== value.id)] : templates
  return (
    <div>
      <Choose
        label="Template"
        required
        value={value?.id}
        error={form.errors.templateId}
        onChoose={(chosen) => chooseTemplate(offered.find(({ id }) => id === chosen))}
        choices={[
          ['', list.isPending ? 'Loading templates...' : 'Select a template'],
          ...offered
            .toSorted((a, b) => a.templateName.localeCompare(b.templateName))
            .map(({ id, templateName }) => [id, templateName] as const),
        ]}
      />
      {list.isError && !list.data && <RetryLine list={list}>Couldn’t load templates.</RetryLine>}
      {list.data?.length === 0 && (
        <p>
          No templates yet.{' '}
          <Link to="/orders" search={{ tab: 'templates' }}>
            Create a template
          </Link>
        </p>
      )}
    </div>
  )
}

/** Shown if the template has changed since: updates the order to its latest form, and back. */
function TemplateNotice({ draft, order }: DraftProps & { order: Order }) {
  const { edit, form, fields: formFields, isMoved, updateTo, keepForm } = draft
  const [asking, setAsking] = useState(false)
  const { data: latest } = useQuery(templateQuery(order.template.id))
  const changer = edit.changerOf('templateVersion')
  if (changer) {
    const shown = shownFields(formFields)
    const typed = Object.keys(edit.changes().formData ?? {}).filter(
      (id) => !shown.some((field) => field.id === id),
    )
    const labels = formFields.filter(({ id }) => typed.includes(id)).map(({ label }) => label)
    return (
      <Note mb="md">
        {changer} updated this order to the latest form.
        {labels.length > 0 && ` It no longer includes ${labels.join(', ')}, which you changed.`}
      </Note>
    )
  }
  if (!latest || latest.version <= order.template.version || formOf(latest) === formOf(order.template))
    return null
  const { formData } = form.values
  // Fields missing from the latest form stay with the order, hidden.
  const gone = order.template.fields.filter(({ id }) => !latest.fields.some((field) => field.id === id))
  const fields = [...latest.fields, ...gone.map((field) => ({ ...field, archived: true }))]
  const filesOf = (id: string) => order.attachments.filter(({ fieldId }) => fieldId === id).length
  const { answers, added, leaving, changed } = describeFormUpdate(formData, formFields, fields, filesOf)
  const totalOf = (fields: typeof formFields, formData: typeof answers) =>
    formatMoney(priceWith({ ...order, template: { fields }, formData }).total)
  const [before, after] = [totalOf(formFields, formData), totalOf(fields, answers)]
  return (
    <Note mb="md">
      <p>
        {isMoved
          ? 'This order will use the latest version of the form when you save.'
          : 'This order uses an older version of the form.'}
      </p>
      <QuietButton size="compact-sm" onClick={isMoved ? keepForm : () => setAsking(true)}>
        {isMoved ? 'Keep the older version' : 'Update to latest'}
      </QuietButton>
      {asking && (
        <ConfirmDialog
          tone="accent"
          title="Update to latest?"
          confirmLabel="Update to latest"
          keepLabel="Keep this version"
          onConfirm={() => {
            updateTo({ version: latest.version, fields }, answers)
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        >
          <Lines title="New fields" lines={added} />
          <Lines title="No longer on the form" lines={leaving}>
            Their answers and files stay with the order, but don’t count toward its price.
          </Lines>
          <Lines title="Changes" lines={changed} />
          <Text mt="md" c="bright" fw={600}>
            {before === after ? `The total stays ${before}.` : `Total: ${before} → ${after}`}
          </Text>
          <p>Nothing is saved until you save the order.</p>
        </ConfirmDialog>
      )}
    </Note>
  )
}

function Lines({ title, lines, children }: { title: string; lines: readonly string[]; children?: string }) {
  if (lines.length === 0) return null
  return (
    <>
      <Text component="h3" mt="md" mb={4} c="bright" fz="md" fw={600}>
        {title}
      </Text>
      {children && <Text mb={4}>{children}</Text>}
      <Text component="ul" pl="lg" style={{ listStyle: 'disc' }}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </Text>
    </>
  )
}

/** What orders use of a template: its versions may differ only in products or hidden fields. */
const formOf = ({ templateName, itemType, fields }: Omit<Order['template'], 'newestVersion'>) =>
  JSON.stringify([templateName, itemType, shownFields(fields)])

/**
 * Describes how an order's answers change on a newer version of its form.
 *
 * @param filesOf number of a field's files
 * @returns the answers on the newer form, where options match by name and missing ones are cleared, and the changes in words
 */
export function describeFormUpdate(
  answers: Answers,
  from: readonly TemplateField[],
  to: readonly TemplateField[],
  filesOf: (fieldId: string) => number,
) {
  const [before, after] = [shownFields(from), shownFields(to)]
  const pairs = after.flatMap((field) => {
    const old = before.find(({ id }) => id === field.id)
    return old ? [{ old, field, answer: answers[field.id] }] : []
  })
  const moved = pairs.flatMap(({ field, answer }) => {
    if (field.type !== 'dropdown' || !answer || field.options.includes(String(answer))) return []
    return [[field.id, findSameName(field.options, String(answer)) ?? '']]
  })
  return {
    answers: { ...answers, ...Object.fromEntries(moved) },
    added: after
      .filter(({ id }) => !before.some((field) => field.id === id))
      .map(({ label, required }) => (required ? `${label} (required)` : label)),
    leaving: before
      .filter(({ id }) => !after.some((field) => field.id === id))
      .map((field) => `${field.label}: ${describeKeptAnswer(field, answers, filesOf(field.id))}`),
    changed: pairs.flatMap(({ old, field, answer }) => [
      ...(old.label === field.label ? [] : [`${old.label} is now called ${field.label}.`]),
      ...(old.required === field.required
        ? []
        : [`${field.label} is now ${field.required ? 'required' : 'optional'}.`]),
      ...(field.type === 'dropdown' ? changedOptions(old, field, answer) : []),
    ]),
  }
}

function describeKeptAnswer(field: TemplateField, answers: Answers, files: number) {
  if (field.type === 'attachment') return files === 1 ? '1 file' : `${files || 'no'} files`
  return formatAnswer(field, answers[field.id]) ?? 'no answer'
}

const nameOf = (option: string) => readOption(option).name
const findSameName = (options: readonly string[], option: string) =>
  options.find((other) => nameOf(other) === nameOf(option))

function changedOptions(old: TemplateField, { label, options }: TemplateField, answer: unknown) {
  const priceOf = (option: string) => formatModifier(readOption(option).cents) || 'no extra charge'
  return [
    ...old.options.flatMap((option) => {
      const now = findSameName(options, option)
      if (now === undefined) {
        const gone = `${label}: ${optionLabel(option)} is no longer an option.`
        return [option === answer ? `${gone} Select another one.` : gone]
      }
      const [was, is] = [priceOf(option), priceOf(now)]
      return was === is ? [] : [`${label}: ${nameOf(option)} changes from ${was} to ${is}.`]
    }),
    ...options
      .filter((option) => findSameName(old.options, option) === undefined)
      .map((option) => `${label}: ${optionLabel(option)} is a new option.`),
  ]
}
