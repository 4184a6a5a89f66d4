import styles from './row-checkbox.module.css'

interface RowCheckboxProps {
  label: string
  /** Whether the label is read, not only heard. */
  shown?: boolean
  checked: boolean
  /** Whether only some of what it stands for is selected. */
  some?: boolean
  /** `range` when Shift is held. */
  onToggle: (range: boolean) => void
}

/** Selects a row of a list, or all. The browser's own, since a list has many and a page's code is limited. */
export function RowCheckbox({ label, shown = false, checked, some = false, onToggle }: RowCheckboxProps) {
  return (
    <label className={styles.row}>
      <input
        type="checkbox"
        aria-label={shown ? undefined : label}
        checked={checked}
        ref={(input) => {
          if (input) input.indeterminate = some
        }}
        onChange={({ nativeEvent }) => onToggle((nativeEvent as MouseEvent).shiftKey)}
      />
      {shown && label}
    </label>
  )
}
