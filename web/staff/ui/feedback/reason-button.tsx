import { Button, type ButtonProps } from '@mantine/core'
import { showToast } from './use-reported-call.ts'

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
      bg="none"
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

interface RowButtonProps extends Omit<ReasonButtonProps, 'children' | 'reason'> {
  label: string
  /** What the row is about, for screen readers: `Edit Anna Lindqvist`. */
  of: string
  reason?: string | null
}

export function RowButton({ label, of, reason = null, ...props }: RowButtonProps) {
  return (
    <ReasonButton variant="subtle" size="compact-sm" aria-label={`${label} ${of}`} reason={reason} {...props}>
      {label}
    </ReasonButton>
  )
}
