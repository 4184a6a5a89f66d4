import { type ComponentProps, type DragEvent, useState } from 'react'
import styles from './drop-zone.module.css'
import { useKeepPageOnDrop } from './use-keep-page-on-drop.ts'

interface DropZoneProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  /** Of the field, whose description and error this names. */
  id: string
  className: string | undefined
  /** Whether what was dropped or chosen is refused. */
  wrong: boolean
  onFiles: (files: FileList | null) => void
}

/**
 * Where files are dropped or chosen. The browser's own file input lies over what is shown, so that mouse, keyboard and
 * screen reader all use what they know.
 */
export function DropZone({ id, className, wrong, onFiles, children, disabled, ...input }: DropZoneProps) {
  const [over, setOver] = useState(false)
  useKeepPageOnDrop()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles(event.dataTransfer.files)
  }
  return (
    <div
      className={`${styles.zone} ${className}`}
      data-over={over}
      data-wrong={wrong}
      data-disabled={disabled}
    >
      {children}
      <input
        {...input}
        id={id}
        type="file"
        className={styles.input}
        disabled={disabled}
        aria-invalid={wrong}
        aria-describedby={`${id}-description${wrong ? ` ${id}-error` : ''}`}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        onChange={(event) => {
          onFiles(event.target.files)
          // Without this, choosing the same file again after a fix would change nothing.
          event.target.value = ''
        }}
      />
    </div>
  )
}
