import { useWindowEvent } from '@mantine/hooks'

/** Prevents a file dropped beside its field from replacing the page and its unsaved form. */
export function useKeepPageOnDrop() {
  const keep = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
  }
  useWindowEvent('dragover', keep)
  useWindowEvent('drop', keep)
}
