import { useQueryClient } from '@tanstack/react-query'
import type { Product } from '@trunkshow/contract/products/schema.ts'
import { templateMessages as text } from '@trunkshow/contract/templates/messages.ts'
import type { TemplateDetail } from '@trunkshow/contract/templates/schema.ts'
import { useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { focusFirstError, useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { templateProductsQuery, templateQuery, useSaveTemplate } from '../queries.ts'
import { mergeTemplate } from './merge-template.ts'
import { type TemplateFormValues, templateForm, toInput, valuesOf } from './template-form-values.ts'

/**
 * The template form's values and saving. What another user just saved is merged into the form, and a deleted template
 * can be saved as a new one, so nothing typed is lost.
 *
 * @param template the stored template; undefined for a new one
 * @param products the template's products
 * @param onSaved called with the saved template
 */
export function useTemplateForm(
  template: TemplateDetail | undefined,
  products: readonly Product[] | undefined,
  onSaved: (template: TemplateDetail) => void,
) {
  const queryClient = useQueryClient()
  /** The loaded version with its form values. */
  const [base, setBase] = useState({ version: template?.version, values: valuesOf(template, products) })
  const [merged, setMerged] = useState<string[]>()
  const [gone, setGone] = useState(false)
  const save = useSaveTemplate(gone ? undefined : template?.id)
  const form = useSchemaForm<TemplateFormValues>(templateForm, base.values, save.error)
  const needsConfirmation = !gone && template?.inUse === true

  const mergeTheirs = async (id: number) => {
    const now = { staleTime: 0 }
    const [newest, products] = await Promise.all([
      queryClient.fetchQuery({ ...templateQuery(id), ...now }),
      queryClient.fetchQuery({ ...templateProductsQuery(id), ...now }),
    ])
    const theirs = valuesOf(newest, products)
    const { values, changed } = mergeTemplate(base.values, form.getValues(), theirs)
    form.setValues(values)
    setBase({ version: newest.version, values: theirs })
    setMerged(changed)
  }
  const handleError = (error: Error) => {
    if (!template || !(error instanceof CallError)) return
    if (error.status === 404) setGone(true)
    // If this fails too, the next save is rejected again and retries it.
    if (error.code === 'changed') mergeTheirs(template.id).catch(() => {})
  }
  const handleSubmit = form.onSubmit((values) => {
    if (needsConfirmation && !values.safeUpdate) {
      form.setFieldError('safeUpdate', text.confirmSafeUpdate)
      return focusFirstError()
    }
    save.mutate(
      { ...toInput(values), safeUpdate: values.safeUpdate, version: base.version },
      { onSuccess: onSaved, onError: handleError },
    )
  }, focusFirstError)
  return { form, save, gone, merged, needsConfirmation, handleSubmit }
}
