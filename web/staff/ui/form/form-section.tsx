import { Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { tiles } from '../page/tiles.ts'
import styles from './form-section.module.css'

interface FormSectionProps {
  title: string
  hint?: string
  children: ReactNode
}

/** A group of fields: title and purpose on the left, fields on the right; one column on a phone. */
export function FormSection({ title, hint, children }: FormSectionProps) {
  const titleId = useId()
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div>
        <Title order={2} id={titleId} size="h3">
          {title}
        </Title>
        {hint && (
          <Text mt={4} c="dimmed" textWrap="pretty">
            {hint}
          </Text>
        )}
      </div>
      <Stack>{children}</Stack>
    </section>
  )
}

/** Fields side by side if there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div style={{ ...tiles(200, 'var(--g4)', true), alignItems: 'start' }}>{children}</div>
}
