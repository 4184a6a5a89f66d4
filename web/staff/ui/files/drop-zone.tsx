import { useWindowEvent } from '@mantine/hooks'
import { imageMessages } from '@trunkshow/contract/images.ts'
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

const MEGABYTE = 1024 * 1024

/** Whether a file is a HEIC photo; many browsers report no type for those. */
export function isHeic({ type, name }: File): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)
}

/** Why the first of these files can't be used as the image; undefined if it can (docs/product.md, Pictures). */
export function refusalOf(files: readonly File[], megabytes: number): string | undefined {
  if (files.some(isHeic)) return imageMessages.heic
  if (!files.every(({ type }) => type.startsWith('image/')))
    return files.length > 1 ? imageMessages.notImages : imageMessages.notImage
  if (files[0]!.size > megabytes * MEGABYTE) return imageMessages.tooLarge(megabytes)
}
