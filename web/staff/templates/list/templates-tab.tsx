import { Button, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { copyName, shownFields, templateCan } from '@trunkshow/contract/templates/rules.ts'
import type { Template } from '@trunkshow/contract/templates/schema.ts'
import { type ReactNode, useState } from 'react'
import { api, call } from '../../api/client.ts'
import { useMayDo } from '../../session/session-query.ts'
import { DeleteRecord } from '../../ui/dialog/dialog.tsx'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { CardList, RecordCard } from '../../ui/list/card.tsx'
import { ArchivedFilter, ListScreen } from '../../ui/list/list-screen.tsx'
import { countOf, QuietText, Tag } from '../../ui/page/words.tsx'
import { RowMenu } from '../../ui/table/row-menu.tsx'
import { TemplateDialog } from '../form/template-dialog.tsx'
import { type TemplateFilter, templatesQuery } from '../queries.ts'

interface TemplatesTabProps {
  filter: TemplateFilter
  onFilter: (change: TemplateFilter) => void
}

/** The Templates tab: the order forms. */
export function TemplatesTab({ filter, onFilter }: TemplatesTabProps) {
  const { q, archived } = filter
  const list = useInfiniteQuery(templatesQuery(filter))
  const mayEdit = useMayDo('orders.edit')
  /** Outlives its card and an emptied list, so nothing typed is lost. */
  const [dialog, setDialog] = useState<ReactNode>()
  const add = mayEdit ? () => setDialog(<TemplateDialog onClose={() => setDialog(null)} />) : undefined
  return (
    <>
      <ListScreen
        list={list}
        noun="template"
        q={q}
        onSearch={(q) => onFilter({ q })}
        filters={<ArchivedFilter archived={archived} onFilter={onFilter} />}
        actions={add && <Button onClick={add}>New Template</Button>}
        empty={{
          filtered: (q !== undefined || archived !== undefined) && {
            text: q
              ? `No ${archived ? 'archived ' : ''}templates match your search.`
              : 'Archived templates appear here. You can restore them anytime.',
            label: 'Show active templates',
            onClear: () => onFilter({ q: undefined, archived: undefined }),
          },
          title: 'No Templates Yet',
          children:
            'A template is a form for taking orders: measurements, fabrics and their prices, sketches. Create one for each type of item you make.',
          ways: add && [['New template', add]],
        }}
      >
        {(templates, outdated) => (
          <CardList label="Templates" width={300} rows={templates} outdated={outdated}>
            {(template) => (
              <TemplateCard key={template.id} template={template} mayEdit={mayEdit} onDialog={setDialog} />
            )}
          </CardList>
        )}
      </ListScreen>
      {dialog}
    </>
  )
}

interface TemplateCardProps {
  template: Template
  mayEdit: boolean
  onDialog: (dialog: ReactNode) => void
}

function TemplateCard({ template, mayEdit, onDialog }: TemplateCardProps) {
  const { id, templateName: name, itemType, archived, inUse, productIds } = template
  const fields = shownFields(template.fields)
  const facts = [
    itemType,
    countOf(String(fields.length), 'field'),
    productIds.length ? countOf(String(productIds.length), 'product') : 'all products',
  ]
  const close = () => onDialog(null)
  const edit = () => onDialog(<TemplateDialog id={id} onClose={close} />)
  const copy = { templateName: copyName(name), itemType, fields: template.fields, productIds }
  const tasks = {
    Restore: useTask(() => call(api.templates.unarchive, { params: { id } }), 'Template restored', 'restore'),
    Copy: useTask(() => call(api.templates.create, { body: copy }), 'Template copied', 'create'),
    Archive: useTask(() => call(api.templates.archive, { params: { id } }), 'Template archived', 'archive'),
  }
  const remove = () =>
    onDialog(
      <DeleteRecord
        noun="template"
        call={() => call(api.templates.remove, { params: { id } })}
        failedTo="delete template"
        reloads={['templates']}
        onClose={close}
      >
        This deletes <strong>{name}</strong> and its fields. This can’t be undone.
      </DeleteRecord>,
    )
  return (
    <RecordCard
      height={140}
      name={name}
      open={mayEdit && !archived ? { onOpen: edit } : undefined}
      tag={archived ? <Tag>Archived</Tag> : inUse && <Tag tone="accent">In use</Tag>}
      menu={
        mayEdit && (
          <RowMenu
            name={name}
            tasks={[
              archived ? { label: 'Restore', onRun: tasks.Restore } : { label: 'Edit', onRun: edit },
              { label: 'Copy', onRun: tasks.Copy },
              !archived && { label: 'Archive', onRun: tasks.Archive },
              { label: 'Delete', danger: true, reason: templateCan.delete(template), onRun: remove },
            ]}
          />
        )
      }
    >
      <QuietText mt={4} fz="xs">
        {facts.filter(Boolean).join(' · ')}
      </QuietText>
      <Text lineClamp={2} my="sm">
        {fields.map(({ label }) => label).join(', ')}
      </Text>
    </RecordCard>
  )
}

/** Changes a template at once; a second press waits for the first. */
function useTask(call: () => Promise<unknown>, done: string, verb: string) {
  const { isPending, mutate } = useReportedCall({
    call,
    done,
    failedTo: `${verb} template`,
    reloads: ['templates'],
  })
  return () => isPending || mutate()
}
