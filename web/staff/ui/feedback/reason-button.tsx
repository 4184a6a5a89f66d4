import { Button, type ButtonProps } from '@mantine/core'
import styles from './reason-button.module.css'
import { showToast } from './toast.ts'

interface ReasonButtonProps extends ButtonProps {
  children: string
  /** Why it cannot be pressed now; null when it can. */
  reason: string | null
  'aria-label'?: string
  onClick: () => void
}

/**
 * A button that may be unavailable for a reason. Unlike a disabled one it stays reachable and says why: to the pointer,
 * to a screen reader, and when it is pressed.
 */
export function ReasonButton({ children, reason, onClick, ...props }: ReasonButtonProps) {
  if (reason === null)
    return (
      <Button onClick={onClick} {...props}>
        {children}
      </Button>
    )
  return (
    <Button
      {...props}
      className={styles.off}
      aria-disabled
      data-disabled
      title={reason}
      onClick={() =>
        showToast({ title: `Can’t ${children[0]!.toLowerCase()}${children.slice(1)}`, description: reason })
      }
    >
      {children}
    </Button>
  )
}
