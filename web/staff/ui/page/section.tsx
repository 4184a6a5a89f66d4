import { type BoxProps, Group, Title } from '@mantine/core'
import { type ComponentProps, type ReactNode, useId } from 'react'

interface SectionProps extends ComponentProps<'section'> {
  title: string
  /** The heading's level. */
  order?: 2 | 3
  /** The space below the heading. */
  mb?: BoxProps['mb']
  /** Beside the title. */
  action?: ReactNode
}

export function Section({ title, order = 2, mb = 'sm', action, children, ...section }: SectionProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} {...section}>
      <Group justify="space-between" wrap="nowrap" mb={mb}>
        <Title order={order} id={titleId}>
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </section>
  )
}
