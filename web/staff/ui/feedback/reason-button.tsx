import { Button, type ButtonProps } from '@mantine/core'
import styles from './reason-button.module.css'
import { showToast } from './toast.ts'

interface ReasonButtonProps extends ButtonProps {
  children: string
  /** Why it can't be pressed now; null if it can. */
  reason: string | null
  'aria-label'?: string
  onClick: () => void
}

/**
 * A button that stays focusable when unavailable, unlike a disabled one, and gives the reason on hover, to screen
 * readers, and when pressed.
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
