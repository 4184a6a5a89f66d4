import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef, useState } from 'react'

const DEBOUNCE_MS = 250

interface SearchFieldProps {
  label: string
  /** The current search text; may also change through Back and Forward. */
  value: string
  onSearch: (text: string) => void
  /** Whether one of the results must be selected. */
  error?: ReactNode
}

/** Searches when typing pauses. */
export function SearchField({ label, value, onSearch, error }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const searched = useRef(value)
  const search = useDebouncedCallback((text: string) => {
    searched.current = text.trim()
    onSearch(searched.current)
  }, DEBOUNCE_MS)
  useEffect(() => {
    // An own search that comes back as `value` must not undo newer typing.
    if (value === searched.current) return
    searched.current = value
    setText(value)
  }, [value])
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={200}
      value={text}
      error={error}
      onKeyDown={(event) => {
        // Within a form, Enter searches instead of submitting the form.
        if (event.key === 'Enter') event.preventDefault()
      }}
      onChange={(change) => {
        setText(change.currentTarget.value)
        search(change.currentTarget.value)
      }}
    />
  )
}
