import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef, useState } from 'react'

const DEBOUNCE_MS = 250

interface SearchFieldProps {
  label: string
  /** What is searched for now; it may also change by Back and Forward. */
  value: string
  onSearch: (text: string) => void
  /** Where something must be chosen of what is found. */
  error?: ReactNode
}

/** Searches once the typing pauses. */
export function SearchField({ label, value, onSearch, error }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const searched = useRef(value)
  const search = useDebouncedCallback((text: string) => {
    searched.current = text.trim()
    onSearch(searched.current)
  }, DEBOUNCE_MS)
  useEffect(() => {
    // What comes back from an own search must not undo what was typed since.
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
        // Within a form it searches, and does not send the form.
        if (event.key === 'Enter') event.preventDefault()
      }}
      onChange={(change) => {
        setText(change.currentTarget.value)
        search(change.currentTarget.value)
      }}
    />
  )
}
