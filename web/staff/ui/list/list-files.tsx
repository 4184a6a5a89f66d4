import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './list-tools.module.css'

interface ListFilesProps {
  /** The export's URL. */
  address: string
  /** The import button. */
  children?: ReactNode
}

/** Import and export of a list. */
export function ListFiles({ address, children }: ListFilesProps) {
  return (
    <div className={styles.files}>
      {children}
      <Button component="a" download href={address} variant="default">
        Export CSV
      </Button>
    </div>
  )
}
