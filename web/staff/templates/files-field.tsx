import { Input } from '@mantine/core'
import { imageMessages, MEGABYTE } from '@trunkshow/contract/images.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import { attachmentLimits } from '@trunkshow/contract/orders/rules.ts'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { ImageIcon } from '../ui/icons.tsx'
import { useKeepPageOnDrop } from '../ui/use-keep-page-on-drop.ts'
import { ChosenFiles } from './chosen-files.tsx'
import styles from './files-field.module.css'

const { megabytes } = attachmentLimits
const types = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'application/pdf']

interface FilesFieldProps {
  label: string
  required?: boolean
  description?: string
  /** Files chosen and not sent yet. */
  value: readonly File[]
  onChange: (files: File[]) => void
  error?: ReactNode
  disabled?: boolean
  /** What is there already. */
  children?: ReactNode
}

/**
 * Images and PDF files to drop or to choose, several at once. The browser's own file input lies over the drop zone,
 * so that mouse, keyboard and screen reader all use what they know.
 */
export function FilesField({ value, onChange, children, disabled, ...field }: FilesFieldProps) {
  const { label, required, description, error } = field
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string>()
  const [over, setOver] = useState(false)
  useKeepPageOnDrop()
  const problem = refusal ?? error

  const take = (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (!files.length || disabled) return
    const right = files.filter((file) => !refusalOf(file))
    const wrong = files.find(refusalOf)
    setRefusal(wrong && `${wrong.name}: ${refusalOf(wrong)}`)
    const added = right.filter((file) => !value.some((chosen) => isSame(file, chosen)))
    if (added.length) onChange([...value, ...added])
  }
  const remove = (file: File) => {
    setRefusal(undefined)
    onChange(value.filter((other) => other !== file))
    input.current?.focus()
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  const hint = [description, `Images or PDF, up to ${megabytes} MB each`].filter(Boolean).join(' · ')
  return (
    <Input.Wrapper id={id} label={label} required={required} description={hint} error={problem}>
      {children}
      <ChosenFiles files={value} disabled={disabled} onRemove={remove} />
      <div className={styles.zone} data-over={over} data-wrong={Boolean(problem)} data-disabled={disabled}>
        <span className={styles.invitation} aria-hidden="true">
          <ImageIcon />
          <span>
            Drop files here or <b>choose files</b>
          </span>
        </span>
        <input
          ref={input}
          id={id}
          type="file"
          multiple
          accept={types.join(',')}
          className={styles.input}
          disabled={disabled}
          required={required}
          aria-invalid={Boolean(problem)}
          aria-describedby={`${id}-description${problem ? ` ${id}-error` : ''}`}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          onChange={(event) => {
            take(event.target.files)
            // So that the same file, mended or chosen again, is noticed.
            event.target.value = ''
          }}
        />
      </div>
    </Input.Wrapper>
  )
}

function refusalOf({ type, size }: File) {
  if (!types.includes(type)) return orderMessages.attachmentNotAllowed
  return size > megabytes * MEGABYTE ? imageMessages.tooLarge(megabytes) : undefined
}

function isSame(a: File, b: File) {
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified
}
