import type { DiscountCode } from '@trunkshow/contract/discounts/schema.ts'
import { useState } from 'react'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { DeleteDiscountDialog } from './delete-discount-dialog.tsx'
import { DiscountCard, type DiscountTask } from './discount-card.tsx'
import styles from './discount-cards.module.css'

const DiscountDialog = lazyDialog(() =>
  import('./discount-dialog.tsx').then((module) => module.DiscountDialog),
)

interface DiscountCardsProps {
  codes: readonly DiscountCode[]
  /** Whether these are the rows of another filter, shown until the right ones are there. */
  outdated: boolean
  mayEdit: boolean
}

/** A card for each code. Their dialogs outlive the card and an emptied list, so that nothing typed is lost. */
export function DiscountCards({ codes, outdated, mayEdit }: DiscountCardsProps) {
  const [open, setOpen] = useState<{ code: DiscountCode; task: DiscountTask }>()
  const close = () => setOpen(undefined)
  return (
    <>
      {codes.length > 0 && (
        <ul
          className={styles.cards}
          aria-label="Discount codes"
          data-outdated={outdated}
          aria-busy={outdated}
        >
          {codes.map((code) => (
            <DiscountCard
              key={code.id}
              code={code}
              onTask={mayEdit ? (task) => setOpen({ code, task }) : undefined}
            />
          ))}
        </ul>
      )}
      {open?.task === 'edit' && <DiscountDialog code={open.code} onClose={close} />}
      {open?.task === 'remove' && <DeleteDiscountDialog code={open.code} onClose={close} />}
    </>
  )
}
