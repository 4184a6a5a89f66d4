import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Notice } from '../feedback/notice.tsx'

export interface EmptyListProps {
  /** What would be listed, in the plural, such as `orders`. */
  noun: string
  /** What is said, and how all is shown again, if filters leave nothing; absent without filters. */
  filtered?: { title?: string; text: string; label?: string; onClear: () => void } | false
  title?: string
  /** What the list is for, and the next step. */
  children: ReactNode
  /** What adds the first entry, for who may do it. */
  ways?: readonly (readonly [label: string, run: () => void])[]
  /** Instead of `ways`. */
  action?: ReactNode
}

/** Stands where a list has no rows, with the next step. */
export function EmptyList({ noun, filtered, title, children, ways, action }: EmptyListProps) {
  const nothing = `No ${noun} found`
  const steps = filtered ? [[filtered.label ?? `Show all ${noun}`, filtered.onClear] as const] : ways
  return (
    <Notice
      title={(filtered ? filtered.title : title) ?? nothing}
      action={
        steps?.map(([label, run]) => (
          <Button key={label} variant="default" onClick={run}>
            {label}
          </Button>
        )) ?? action
      }
    >
      {filtered ? filtered.text : children}
    </Notice>
  )
}
