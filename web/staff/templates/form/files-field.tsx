import { Box, Group, Input, Stack, Text } from '@mantine/core'
import { imageMessages, MEGABYTE } from '@trunkshow/contract/images.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import { attachmentLimits } from '@trunkshow/contract/orders/rules.ts'
import { type ReactNode, useId, useRef, useState } from 'react'
import { DropZone, isHeic } from '../../ui/files/drop-zone.tsx'
import { Picture } from '../../ui/files/picture.tsx'
import { ImageIcon } from '../../ui/page/icons.tsx'
import surfaces from '../../ui/page/surfaces.module.css'
import { SubtleButton } from '../../ui/page/words.tsx'
import styles from './files-field.module.css'

const { megabytes } = attachmentLimits
const types = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'application/pdf']

interface FilesFieldProps {
  label: string
  required?: boolean
  description?: string
  /** Selected files that aren't uploaded yet. */
  value: readonly File[]
  onChange: (files: File[]) => void
  error?: ReactNode
  disabled?: boolean
  /** The stored files. */
  children?: ReactNode
}

/** A field to drop or select several images and PDF files. */
export function FilesField({ value, onChange, children, disabled, ...field }: FilesFieldProps) {
  const { label, required, description, error } = field
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string>()
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
  const hint = [description, `Images or PDF, up to ${megabytes} MB each`].filter(Boolean).join(' · ')
  return (
    <Input.Wrapper id={id} label={label} required={required} description={hint} error={problem}>
      {children}
      {value.length > 0 && (
        <Stack gap={0} mt={4} component="ul" aria-label="Selected files">
          {value.map((file) => (
            <Group
              key={`${file.name} ${file.size} ${file.lastModified}`}
              component="li"
              wrap="nowrap"
              py={4}
              style={{ borderBottom: '1px solid var(--line)' }}
            >
              <Box component="span" flex="none" w={44} h={44} fz="xs" className={surfaces.thumbnail}>
                {file.type.startsWith('image/') ? (
                  <Picture
                    kind="photo"
                    source={file}
                    alt=""
                    className={surfaces.cover}
                    fallback={<Ending file={file} />}
                  />
                ) : (
                  <Ending file={file} />
                )}
              </Box>
              <Text span flex={1} miw={0}>
                {file.name} <small>{sizeOf(file)}</small>
              </Text>
              <SubtleButton
                color="bad"
                size="compact-sm"
                disabled={disabled}
                aria-label={`Remove ${file.name}`}
                onClick={() => remove(file)}
              >
                Remove
              </SubtleButton>
            </Group>
          ))}
        </Stack>
      )}
      <DropZone
        id={id}
        ref={input}
        className={styles.zone}
        multiple
        accept={types.join(',')}
        disabled={disabled}
        required={required}
        wrong={Boolean(problem)}
        onFiles={take}
      >
        <Group component="span" gap="xs" justify="center" p="sm" c="dimmed" ta="center" aria-hidden="true">
          <ImageIcon />
          <span>
            Drop files here or <b>choose files</b>
          </span>
        </Group>
      </DropZone>
    </Input.Wrapper>
  )
}

function refusalOf(file: File) {
  const { type, size } = file
  if (isHeic(file)) return imageMessages.heic
  if (!types.includes(type)) return orderMessages.attachmentNotAllowed
  return size > megabytes * MEGABYTE ? imageMessages.tooLarge(megabytes) : undefined
}

function isSame(a: File, b: File) {
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified
}

function Ending({ file }: { file: File }) {
  return <span aria-hidden="true">{file.name.split('.').at(-1)?.slice(0, 4).toUpperCase()}</span>
}

function sizeOf({ size }: File) {
  return size < 100_000 ? `${Math.ceil(size / 1000)} KB` : `${(size / 1_000_000).toFixed(1)} MB`
}
