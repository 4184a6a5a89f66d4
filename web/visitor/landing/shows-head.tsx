import type { CompanyHead } from '@trunkshow/contract/visitor-page.ts'
import type { ReactNode } from 'react'
import { HostMark } from '../shell/pictures.tsx'
import styles from './landing.module.css'

/** A company's logo or initials above the title of its page. */
export function ShowsHead({ company, children }: { company: CompanyHead; children: ReactNode }) {
  return (
    <header className={styles.head}>
      <HostMark event={{ logoUrl: company.logoUrl, hostName: company.name }} className={styles.mark} />
      {children}
    </header>
  )
}
