import { useWindowEvent } from '@mantine/hooks'
import { type ComponentProps, type DragEvent, useState } from 'react'
import surfaces from '../page/surfaces.module.css'
import styles from './drop-zone.module.css'

interface DropZoneProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  /** The input's ID, from which its description and error IDs derive. */
  id: string
  className: string | undefined
  /** Whether the dropped or selected files were rejected. */
  wrong: boolean
  onFiles: (files: FileList | null) => void
}

/**
 * An area to drop or select files. The native file input covers it, so mouse, keyboard and screen reader work as
 * usual.
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
        className={surfaces.over}
        disabled={disabled}
        aria-invalid={wrong}
        aria-describedby={`${id}-description${wrong ? ` ${id}-error` : ''}`}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        onChange={(event) => {
          onFiles(event.target.files)
          // Without this, selecting the same file again after a fix would fire no change event.
          event.target.value = ''
        }}
      />
    </div>
  )
}

/** Prevents a file dropped beside its field from replacing the page and its unsaved form. */
function useKeepPageOnDrop() {
  const keep = (event: globalThis.DragEvent) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
  }
  useWindowEvent('dragover', keep)
  useWindowEvent('drop', keep)
}
