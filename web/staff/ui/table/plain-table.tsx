import type { ComponentProps, ReactNode } from 'react'

interface PlainTableProps extends ComponentProps<'table'> {
  caption?: ReactNode
  columns: readonly string[]
  /** The cells of each row. */
  rows: readonly (readonly ReactNode[])[]
  /** Whether a row's first cell is its heading. */
  headed?: boolean
}

type Column = string | readonly [heading: string, props: ComponentProps<'th'>]

interface TableHeadProps {
  /** Those that are false are left out. */
  columns: readonly (Column | false)[]
  /** The cells before them. */
  children?: ReactNode
}

export function TableHead({ columns, children }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {children}
        {columns.map((column) => {
          const [heading, props] = typeof column === 'string' ? [column] : column || []
          return (
            heading && (
              <th key={heading} scope="col" {...props}>
                {heading}
              </th>
            )
          )
        })}
      </tr>
    </thead>
  )
}

/** A table whose rows stay in their order. */
export function PlainTable({ caption, columns, rows, headed = false, ...table }: PlainTableProps) {
  return (
    <table {...table}>
      {caption && <caption>{caption}</caption>}
      <TableHead columns={columns} />
      <tbody>
        {rows.map((cells, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows stay in order, and may repeat
          <tr key={at}>
            {cells.map((cell, at) => {
              const [Cell, scope] = headed && at === 0 ? (['th', 'row'] as const) : (['td'] as const)
              return (
                <Cell key={columns[at]} scope={scope}>
                  {cell}
                </Cell>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A table in a region of its own that scrolls, by the keyboard too. */
export function ScrollingTable({ label, region, ...table }: ScrollingTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
    <section aria-label={label} tabIndex={0} {...region}>
      <PlainTable {...table} />
    </section>
  )
}

interface ScrollingTableProps extends PlainTableProps {
  /** The region's name. */
  label: string
  region: Pick<ComponentProps<'section'>, 'className' | 'style'>
}
