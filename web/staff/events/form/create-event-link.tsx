import { ButtonLink } from '../../ui/page/button-link.tsx'

/** Opens the create dialog over the list by URL, so Back closes it. */
export function CreateEventLink() {
  return (
    <ButtonLink from="/events" to="/events" search={({ tab }) => ({ tab, create: true })}>
      Create Event
    </ButtonLink>
  )
}
