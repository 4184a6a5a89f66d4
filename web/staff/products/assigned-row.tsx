import { Button, Checkbox, Group, Text } from '@mantine/core'
import type { ProductCustomization } from '@trunkshow/contract/customizations/schema.ts'
import { useSetRequired, useUnassignCustomization } from '../customizations/queries.ts'
import { useChoice } from '../ui/form/use-choice.ts'
import { countOf } from '../ui/list/count-of.ts'
import type { RowHandles } from '../ui/list/ordered-list.tsx'
import { Tag } from '../ui/list/tag.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import styles from './assigned-row.module.css'

interface AssignedRowProps {
  productId: number
  row: ProductCustomization
  mayEdit: boolean
  handles: RowHandles
}

/** One customization of a product: whether it is required, its position, and Remove. */
export function AssignedRow({ productId, row, mayEdit, handles }: AssignedRowProps) {
  const { dragged, grip, steps } = handles
  const { customization, customizationId, isRequired } = row
  const setRequired = useSetRequired(productId)
  const [required, chooseRequired] = useChoice(isRequired, (isRequired, options) =>
    setRequired.mutate({ customizationId, isRequired }, options),
  )
  const unassign = useUnassignCustomization(productId)
  const { name, options } = customization
  return (
    <Group component="li" gap="0 8px" className={styles.row} data-dragged={dragged}>
      {mayEdit && grip}
      <Text span flex="1 1 120px" miw={0}>
        {name} <small>{countOf(String(options), 'option')}</small>
      </Text>
      {!mayEdit && isRequired && <Tag>Required</Tag>}
      {mayEdit && (
        <Group
          component="span"
          gap="xs"
          wrap="nowrap"
          mr="-xs"
          className={`${surfaces.tight} ${styles.actions}`}
        >
          <Checkbox
            label="Required"
            aria-label={`${name} is required`}
            disabled={setRequired.isPending}
            checked={required}
            onChange={({ currentTarget }) => chooseRequired(currentTarget.checked)}
          />
          {steps}
          <Button
            variant="subtle"
            color="bad"
            aria-label={`Remove ${name}`}
            disabled={unassign.isPending}
            onClick={() => unassign.mutate(customizationId)}
          >
            Remove
          </Button>
        </Group>
      )}
    </Group>
  )
}
