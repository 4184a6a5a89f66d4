import { Button } from '@mantine/core'
import type { Attachment } from '@trunkshow/contract/orders/schema.ts'
import styles from '../detail/attachment-list.module.css'
import { AttachmentLink } from '../detail/attachment-list.tsx'

interface StoredFilesProps {
  attachments: readonly Attachment[]
  /** Files to remove on save. */
  removed: ReadonlySet<number>
  disabled: boolean
  onToggleRemoved: (id: number) => void
}

/** The files of an order being edited: each can be marked for removal and unmarked. */
export function StoredFiles({ attachments, removed, disabled, onToggleRemoved }: StoredFilesProps) {
  if (attachments.length === 0) return null
  return (
    <ul className={styles.list} aria-label="Uploaded files">
      {attachments.map((attachment) => {
        const { id, displayName } = attachment
        const gone = removed.has(id)
        return (
          <li key={id} className={styles.stored} data-removed={gone}>
            <AttachmentLink attachment={attachment} />
            <Button
              variant="subtle"
              color={gone ? undefined : 'bad'}
              size="compact-sm"
              disabled={disabled}
              aria-label={`${gone ? 'Keep' : 'Remove'} ${displayName}`}
              onClick={() => onToggleRemoved(id)}
            >
              {gone ? 'Keep' : 'Remove'}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
