import { Group, Input, Stack } from '@mantine/core'
import { type ReactNode, useId, useRef, useState } from 'react'
import { ImageIcon } from '../page/icons.tsx'
import surfaces from '../page/surfaces.module.css'
import { QuietText, Soft, SubtleButton } from '../page/words.tsx'
import { DropZone, refusalOf } from './drop-zone.tsx'
import styles from './image-field.module.css'
import { Picture, type PictureKind, type PictureSource, pictureKinds } from './picture.tsx'

interface ImageFieldProps {
  label: string
  description: string
  kind: PictureKind
  value?: PictureSource
  onChange: (value: PictureSource) => void
  error?: ReactNode
}

export function ImageField({ label, description, kind, value = null, onChange, error }: ImageFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string>()
  const problem = refusal ?? error
  const noun = label.toLowerCase()

  const take = (files: FileList | null) => {
    if (!files?.length) return
    const wrong = refusalOf([...files], pictureKinds[kind].megabytes)
    setRefusal(wrong)
    if (!wrong) onChange(files[0]!)
  }
  const remove = () => {
    setRefusal(undefined)
    onChange(null)
    input.current?.focus()
  }
  return (
    <Input.Wrapper id={id} label={label} description={description} error={problem}>
      <DropZone
        id={id}
        ref={input}
        className={`${styles.zone} ${styles[kind] ?? ''}`}
        accept="image/*"
        wrong={Boolean(problem)}
        onFiles={take}
      >
        {value ? <Shown kind={kind} value={value} label={label} /> : <Invitation noun={noun} />}
      </DropZone>
      {value && (
        <Group gap={4} mt={4}>
          <QuietText span flex="1 1 120px" miw={0} fz="xs">
            {value instanceof File
              ? value.name
              : kind === 'photo'
                ? 'Current photo'
                : 'Shown on the public page'}
          </QuietText>
          <SubtleButton
            size="compact-sm"
            aria-label={`Replace ${noun}`}
            onClick={() => input.current?.click()}
          >
            Replace
          </SubtleButton>
          <SubtleButton color="bad" size="compact-sm" aria-label={`Remove ${noun}`} onClick={remove}>
            Remove
          </SubtleButton>
        </Group>
      )}
    </Input.Wrapper>
  )
}

function Shown({ kind, value, label }: { kind: PictureKind; value: string | File; label: string }) {
  return (
    <Picture
      kind={kind}
      source={value}
      alt={`${label} preview`}
      sizes="480px"
      className={`${surfaces.cover} ${styles.picture}`}
      fallback={<Soft>No preview available</Soft>}
    />
  )
}

function Invitation({ noun }: { noun: string }) {
  return (
    <Stack component="span" gap={4} align="center" p="md" c="dimmed" ta="center" aria-hidden="true">
      <ImageIcon />
      <span>
        Drop a {noun} here or <b>choose a file</b>
      </span>
    </Stack>
  )
}
