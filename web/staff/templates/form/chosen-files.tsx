import { Button, Group, Stack, Text } from '@mantine/core'
import { Picture } from '../../ui/files/picture.tsx'
import surfaces from '../../ui/page/surfaces.module.css'
import styles from './chosen-files.module.css'

interface ChosenFilesProps {
  files: readonly File[]
  disabled: boolean | undefined
  onRemove: (file: File) => void
}

/** Selected files that aren't uploaded yet, with previews and names. */
export function ChosenFiles({ files, disabled, onRemove }: ChosenFilesProps) {
  if (files.length === 0) return null
  return (
    <Stack gap={0} mt={4} component="ul" aria-label="Selected files">
      {files.map((file) => (
        <Group
          key={`${file.name} ${file.size} ${file.lastModified}`}
          component="li"
          wrap="nowrap"
          py={4}
          className={styles.file}
        >
          <span className={styles.picture}>
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
          </span>
          <Text span flex={1} miw={0}>
            {file.name} <small>{sizeOf(file)}</small>
          </Text>
          <Button
            variant="subtle"
            color="bad"
            size="compact-sm"
            disabled={disabled}
            aria-label={`Remove ${file.name}`}
            onClick={() => onRemove(file)}
          >
            Remove
          </Button>
        </Group>
      ))}
    </Stack>
  )
}

function Ending({ file }: { file: File }) {
  return <span aria-hidden="true">{file.name.split('.').at(-1)?.slice(0, 4).toUpperCase()}</span>
}

function sizeOf({ size }: File) {
  return size < 100_000 ? `${Math.ceil(size / 1000)} KB` : `${(size / 1_000_000).toFixed(1)} MB`
}
