import { Box, NativeSelect, Text } from '@mantine/core'
import { sentenceOf } from '../api/call-error.ts'
import styles from './import-dialog.module.css'
import { type CheckedFile, type ImportTarget, useCheckFile } from './queries.ts'
import { type Encoding, encodings } from './read-table-file.ts'

interface FileEncodingProps {
  target: ImportTarget
  of: CheckedFile & { guess: NonNullable<CheckedFile['guess']> }
  onChecked: (checked: CheckedFile) => void
}

/** Says that letters of a file may be wrong, with some of its cells in each encoding, and checks it again in another. */
export function FileEncoding({ target, of: { file, guess }, onChecked }: FileEncodingProps) {
  const check = useCheckFile(target)
  return (
    <Box mb="md" p="sm" bd="1px solid var(--line-strong)" bdrs="sm" className={styles.encoding}>
      <NativeSelect
        label="Do these names look right?"
        description="Macs and Windows PCs save accented letters differently. If these look wrong, choose the other one."
        error={check.error ? sentenceOf(check.error) : undefined}
        data={(Object.keys(encodings) as Encoding[]).map((value) => ({
          value,
          label: `${encodings[value]}: ${guess.cells[value].join(' · ')}`,
        }))}
        value={guess.encoding}
        disabled={check.isPending}
        onChange={({ currentTarget }) =>
          check.mutate({ file, encoding: currentTarget.value as Encoding }, { onSuccess: onChecked })
        }
      />
      <Text c="dimmed" mt="xs">
        {guess.cells[guess.encoding].join(' · ')}
      </Text>
    </Box>
  )
}
