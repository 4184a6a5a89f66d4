import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './list-tools.module.css'

interface ListFilesProps {
  /** The export's URL. */
  url: string
  /** The import button. */
  children?: ReactNode
}

/** Import and export of a list. */
export function ListFiles({ url, children }: ListFilesProps) {
  return (
    <Group className={styles.files}>
      {children}
      <Button component="a" download href={url} variant="default">
        Export CSV
      </Button>
    </Group>
  )
}
