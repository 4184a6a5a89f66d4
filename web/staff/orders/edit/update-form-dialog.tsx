import { formatMoney } from '@trunkshow/contract/money.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { describeFormUpdate } from './describe-form-update.ts'
import styles from './update-form-dialog.module.css'

interface UpdateFormDialogProps {
  update: ReturnType<typeof describeFormUpdate>
  /** As decimals. */
  total: { before: string; after: string }
  onConfirm: () => void
  onClose: () => void
}

/** Previews updating an order to the latest version of its form. */
export function UpdateFormDialog({ update, total, onConfirm, onClose }: UpdateFormDialogProps) {
  const { added, leaving, changed } = update
  return (
    <ConfirmDialog
      opened
      tone="accent"
      title="Update to latest?"
      confirmLabel="Update to latest"
      keepLabel="Keep this version"
      loading={false}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Part title="New fields" lines={added} />
      <Part title="No longer on the form" lines={leaving}>
        Their answers and files stay with the order, but don’t count toward its price.
      </Part>
      <Part title="Changes" lines={changed} />
      <p className={styles.total}>
        {total.before === total.after
          ? `The total stays ${formatMoney(total.before)}.`
          : `Total: ${formatMoney(total.before)} → ${formatMoney(total.after)}`}
      </p>
      <p>Nothing is saved until you save the order.</p>
    </ConfirmDialog>
  )
}

interface PartProps {
  title: string
  lines: readonly string[]
  children?: string
}

function Part({ title, lines, children }: PartProps) {
  if (lines.length === 0) return null
  return (
    <>
      <h3 className={styles.title}>{title}</h3>
      {children && <p>{children}</p>}
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}
