import { ActionIcon, Button, Checkbox } from '@mantine/core'
import type { ProductCustomization } from '@trunkshow/contract/customizations/schema.ts'
import { type MouseEvent, type PointerEvent, useRef } from 'react'
import { useSetRequired, useUnassignCustomization } from '../customizations/queries.ts'
import { countOf } from '../ui/count-of.ts'
import { DownIcon, GripIcon, UpIcon } from '../ui/icons.tsx'
import { Tag } from '../ui/tag.tsx'
import styles from './assigned-row.module.css'

interface AssignedRowProps {
  productId: number
  row: ProductCustomization
  /** Where it stands, from 0, among how many. */
  place: number
  count: number
  mayEdit: boolean
  dragged: boolean
  onGrab: (event: PointerEvent) => void
  /** Moves it to another place at once. */
  onStep: (to: number) => void
}

/** One customization of a product: whether a customer must choose, where it stands, taking it off. */
export function AssignedRow(props: AssignedRowProps) {
  const { productId, row, mayEdit, dragged, onGrab } = props
  const { customization, customizationId, isRequired } = row
  const setRequired = useSetRequired(productId)
  const unassign = useUnassignCustomization(productId)
  const { name, options } = customization
  return (
    <li className={styles.row} data-dragged={dragged}>
      {mayEdit && (
        <span className={styles.grip} title="Drag to order" onPointerDown={onGrab}>
          <GripIcon />
        </span>
      )}
      <span className={styles.name}>
        {name} <small>{countOf(String(options), 'option')}</small>
      </span>
      {!mayEdit && isRequired && <Tag>Required</Tag>}
      {mayEdit && (
        <span className={styles.actions}>
          <Checkbox
            label="Required"
            aria-label={`${name} is required`}
            disabled={setRequired.isPending}
            checked={setRequired.isPending ? setRequired.variables.isRequired : isRequired}
            onChange={({ currentTarget }) =>
              setRequired.mutate({ customizationId, isRequired: currentTarget.checked })
            }
          />
          <Steps {...props} />
          <Button
            variant="subtle"
            color="bad"
            aria-label={`Remove ${name}`}
            disabled={unassign.isPending}
            onClick={() => unassign.mutate(customizationId)}
          >
            Remove
          </Button>
        </span>
      )}
    </li>
  )
}

/** The two buttons do what dragging does; the focus stays on one of them. */
function Steps({ row, place, count, onStep }: AssignedRowProps) {
  const both = useRef<HTMLSpanElement>(null)
  const step = ({ currentTarget }: MouseEvent<HTMLButtonElement>, to: number) => {
    onStep(to)
    if (currentTarget.disabled) both.current?.querySelector<HTMLElement>('button:enabled')?.focus()
    else currentTarget.focus()
  }
  const { name } = row.customization
  return (
    <span ref={both} className={styles.steps}>
      <ActionIcon
        variant="subtle"
        size="var(--control)"
        aria-label={`Move up ${name}`}
        disabled={place === 0}
        onClick={(event) => step(event, place - 1)}
      >
        <UpIcon />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        size="var(--control)"
        aria-label={`Move down ${name}`}
        disabled={place === count - 1}
        onClick={(event) => step(event, place + 1)}
      >
        <DownIcon />
      </ActionIcon>
    </span>
  )
}
