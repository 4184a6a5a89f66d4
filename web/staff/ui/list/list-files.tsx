import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './list-tools.module.css'

interface ListFilesProps {
  /** Where the list is had as a file. */
  address: string
  /** What comes in. */
  children?: ReactNode
}

/** What comes into a list and goes out of it as a file. */
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
