import {
  ActionIcon,
  Button,
  Checkbox,
  CloseButton,
  NativeSelect,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { MAX_STAGES } from '@trunkshow/contract/making/rules.ts'
import { type Making, makingInput } from '@trunkshow/contract/making/schema.ts'
import { z } from 'zod'
import { api, call } from '../api/client.ts'
import { ChoiceField } from '../ui/form/fields.tsx'
import { SettingsPart } from '../ui/form/settings-form.tsx'
import { DownIcon, UpIcon } from '../ui/page/icons.tsx'
import { QuietText, Soft } from '../ui/page/words.tsx'
import styles from './making-settings.module.css'
import { makingQuery } from './queries.ts'

const linesOf = (days: string) => days.split(/[\s,]+/).filter(Boolean)
const input = makingInput.extend({ closed: z.string().transform(linesOf).pipe(makingInput.shape.closed) })
type Values = ReturnType<typeof valuesOf>

const valuesOf = ({ closed, weeklyCapacity, stages, ...making }: Making) => ({
  ...making,
  stages: stages.map(({ days, ...stage }) => ({ ...stage, days: days === null ? '' : String(days) })) as {
    id?: number
    name: string
    days: string
    tells: Making['stages'][number]['tells']
    words: string
  }[],
  moves: {} as Record<string, number | null>,
  weeklyCapacity: weeklyCapacity === null ? '' : String(weeklyCapacity),
  closed: closed.join('\n'),
})

const blank: Making = {
  ...{ stages: [], startsAfter: 'nothing', weeklyCapacity: null, closed: [] },
  ...{ mailsMornings: true, version: 0 },
}

/** The stages that orders pass through, when their making may start, and what can be promised (docs/product.md, Making). */
export function MakingSettings() {
  return (
    <SettingsPart
      title="Making"
      hint="The stages that your orders pass through, and the days you can promise. A change keeps what you already promised."
      query={makingQuery()}
      failed="Couldn’t load your stages"
      noun="stages"
      blank={blank}
      schema={input}
      valuesOf={valuesOf}
      call={({ closed, ...values }: Values) =>
        call(api.making.save, { body: { ...values, closed: linesOf(closed) } })
      }
      done="Making saved"
      failedTo="save the stages"
      submitLabel="Save making"
    >
      {(form, stored) => (
        <>
          <Stages form={form} stored={stored} />
          <ChoiceField
            label="Start after"
            description="An order that starts before asks for a reason."
            choices={[
              { value: 'nothing', label: 'Anything' },
              { value: 'approval', label: 'Approval' },
              { value: 'deposit', label: 'Deposit' },
            ]}
            {...form.getInputProps('startsAfter')}
          />
          <TextInput
            label="Orders a week"
            description="How many you can promise for one week. Leave it empty for any number."
            inputMode="numeric"
            {...form.getInputProps('weeklyCapacity')}
          />
          <Textarea
            label="Closing days"
            description="One day per line, like 2026-12-24. They don’t count when a day is proposed."
            rows={3}
            resize="vertical"
            {...form.getInputProps('closed')}
            error={Object.entries(form.errors).find(([path]) => path.startsWith('closed'))?.[1]}
          />
          <Checkbox
            label="Email the team each morning what is late, at risk or not started"
            {...form.getInputProps('mailsMornings', { type: 'checkbox' })}
          />
        </>
      )}
    </SettingsPart>
  )
}

/** Where orders of a removed stage go: to another, to none, or not chosen yet. */
function movesWith(moves: Values['moves'], id: number, value: string): Values['moves'] {
  const { [id]: _, ...others } = moves
  return value === '' ? others : { ...others, [id]: value === 'none' ? null : Number(value) }
}

function Stages({ form, stored }: { form: UseFormReturnType<Values>; stored: Making }) {
  const { stages, moves } = form.values
  const removed = stored.stages.filter(({ id }) => !stages.some((stage) => stage.id === id))
  const kept = stages.flatMap(({ id, name }) =>
    id === undefined ? [] : [{ value: String(id), label: name }],
  )
  return (
    <Stack gap="xs">
      <div className={`${styles.stage} ${styles.heads}`} aria-hidden>
        {['Stage', 'Days', 'The customer reads', 'Tells'].map((head) => (
          <Soft key={head}>{head}</Soft>
        ))}
      </div>
      {stages.map(({ id, name }, at) => (
        <div key={id ?? `new ${at}`} className={styles.stage}>
          <TextInput aria-label={`Stage ${at + 1}`} {...form.getInputProps(`stages.${at}.name`)} />
          <TextInput
            aria-label={`Usual days of ${name}`}
            placeholder="Days"
            inputMode="numeric"
            {...form.getInputProps(`stages.${at}.days`)}
          />
          <TextInput
            aria-label={`What the customer reads of ${name}`}
            className={styles.more}
            placeholder="For the customer"
            {...form.getInputProps(`stages.${at}.words`)}
          />
          <NativeSelect
            aria-label={`Whom ${name} tells`}
            className={styles.more}
            data={[
              { value: 'nobody', label: 'No one' },
              { value: 'customer', label: 'The customer' },
              { value: 'assignee', label: 'Who serves it' },
            ]}
            {...form.getInputProps(`stages.${at}.tells`)}
          />
          <ActionIcon
            variant="subtle"
            aria-label={`Move ${name} up`}
            disabled={at === 0}
            onClick={() => form.reorderListItem('stages', { from: at, to: at - 1 })}
          >
            <UpIcon />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            aria-label={`Move ${name} down`}
            disabled={at === stages.length - 1}
            onClick={() => form.reorderListItem('stages', { from: at, to: at + 1 })}
          >
            <DownIcon />
          </ActionIcon>
          <CloseButton aria-label={`Remove ${name}`} onClick={() => form.removeListItem('stages', at)} />
        </div>
      ))}
      {form.errors.stages && <QuietText c="bad">{form.errors.stages}</QuietText>}
      {stages.length < MAX_STAGES && (
        <Button
          variant="subtle"
          px="xs"
          style={{ alignSelf: 'start' }}
          onClick={() => form.insertListItem('stages', { name: '', days: '', tells: 'nobody', words: '' })}
        >
          Add stage
        </Button>
      )}
      {removed.map(({ id, name }) => (
        <NativeSelect
          key={id}
          label={`Orders at ${name} go to`}
          data={[{ value: '', label: 'Choose' }, { value: 'none', label: 'Not started' }, ...kept]}
          value={moves[id] === null ? 'none' : (moves[id] ?? '')}
          onChange={({ currentTarget: { value } }) =>
            form.setFieldValue('moves', movesWith(moves, id, value))
          }
          error={form.errors.moves}
        />
      ))}
    </Stack>
  )
}
