import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useId } from 'react'
import styles from './fold.module.css'
import { QuietButton } from './words.tsx'

interface FoldProps {
  label: string
  /** Whether something in it is not as it was at first, such as a filter. */
  active?: boolean
  children: ReactNode
}

/** Tools that a phone has no room for: there, a button shows and hides them. */
export function Fold({ label, active = false, children }: FoldProps) {
  const id = useId()
  const [open, { toggle }] = useDisclosure()
  return (
    <>
      <QuietButton
        className={styles.toggle}
        data-active={active}
        aria-expanded={open}
        aria-controls={id}
        onClick={toggle}
      >
        {active ? `${label} (on)` : label}
      </QuietButton>
      <div id={id} className={styles.parts} data-open={open}>
        {children}
      </div>
    </>
  )
}
