import type { UseFormReturnType } from '@mantine/form'
import { type QueryClient, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { Loaded } from '../feedback/notice.tsx'
import { type ReportedCall, useReportedCall } from '../feedback/use-reported-call.ts'
import { FormSection, FormShell, LeaveGuard, useSchemaForm } from './form-shell.tsx'

interface SettingsSectionProps<Stored, Key extends QueryKey> {
  title: string
  hint: string
  query: UseQueryOptions<Stored, Error, Stored, Key>
  /** The title of a failure to load. */
  failed: string
  /** What loads, for screen readers. */
  noun: string
  /** Of the empty form: a placeholder as high as the loading one at any width, so nothing below it shifts. */
  blank: NoInfer<Stored>
  /** Whether what an earlier screen loaded will do. */
  usesCache?: boolean
  children: (stored: Stored) => ReactNode
}

/** A section of the settings; its form starts from fresh server data. */
export function SettingsSection<Stored, Key extends QueryKey>(props: SettingsSectionProps<Stored, Key>) {
  const { title, hint, failed, noun, blank, usesCache = false, children } = props
  const query = useQuery({ ...props.query, refetchOnMount: usesCache || 'always' })
  const skeleton = { children: <div style={{ visibility: 'hidden' }}>{children(blank)}</div> }
  return (
    <FormSection title={title} hint={hint}>
      <Loaded query={query} isFresh={!usesCache} noun={noun} failed={failed} skeleton={skeleton}>
        {children}
      </Loaded>
    </FormSection>
  )
}

interface SettingsFormProps<Stored, Saved extends Stored, Values>
  extends Pick<ReportedCall<Values, Saved>, 'call' | 'done' | 'failedTo' | 'onDone' | 'onFailed'> {
  schema: z.ZodType
  /** Takes what the call returns. */
  query: { queryKey: QueryKey }
  stored: Stored
  valuesOf: (stored: Stored) => Values
  submitLabel?: string
  /** Beside the submit button. */
  secondary?: ReactNode
  /** The stacked fields. */
  children: (form: UseFormReturnType<Values>, stored: Stored) => ReactNode
}

/**
 * A form that stays on its page, beside others: after a save it shows what is stored, and it warns before changes are
 * lost. Its button is a primary one only while there is something to save.
 */
export function SettingsForm<Stored, Saved extends Stored, Values extends Record<string, unknown>>(
  props: SettingsFormProps<Stored, Saved, Values>,
) {
  const { schema, query, stored, valuesOf, submitLabel = 'Save', secondary, children, ...task } = props
  const save = useReportedCall({
    ...task,
    keepsForm: true,
    onDone: (saved, client, values) => {
      client.setQueryData(query.queryKey, saved)
      return task.onDone?.(saved, client, values)
    },
  })
  const form = useSchemaForm(schema, valuesOf(stored), save.error)
  const showStored = (saved: Saved) => {
    form.setValues(valuesOf(saved))
    form.resetDirty(valuesOf(saved))
  }
  return (
    <FormShell
      onSubmit={form.onSubmit((values) => save.mutate(values, { onSuccess: showStored }))}
      call={save}
      submitLabel={submitLabel}
      pendingLabel="Saving..."
      quiet={!form.isDirty()}
      secondary={secondary}
    >
      {children(form, stored)}
      <LeaveGuard isDirty={() => form.isDirty()} />
    </FormShell>
  )
}

/** A section that is one form. */
export function SettingsPart<
  Stored,
  Saved extends Stored,
  Values extends Record<string, unknown>,
  Key extends QueryKey,
>(
  props: Omit<SettingsSectionProps<Stored, Key>, 'children'> &
    Omit<SettingsFormProps<Stored, Saved, Values>, 'stored' | 'query'>,
) {
  return (
    <SettingsSection {...props}>{(stored) => <SettingsForm {...props} stored={stored} />}</SettingsSection>
  )
}

/** What a call that changes a connection does with it: the section shows the response, or reloads after a failure. */
export const showsConnection = <Connection,>({ queryKey }: { queryKey: QueryKey }) => ({
  onDone: (connection: Connection, client: QueryClient) => client.setQueryData(queryKey, connection),
  onFailed: (_error: Error, client: QueryClient) => client.invalidateQueries({ queryKey }),
})
