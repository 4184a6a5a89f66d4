import { useWindowEvent } from '@mantine/hooks'

/** A file dropped beside its field would otherwise open in place of the page and its filled form. */
export function useKeepPageOnDrop() {
  const keep = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
  }
  useWindowEvent('dragover', keep)
  useWindowEvent('drop', keep)
}
