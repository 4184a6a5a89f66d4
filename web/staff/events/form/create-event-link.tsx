import { ButtonLink } from '../../ui/page/button-link.tsx'

/** Opens the create dialog over the list; as an address, so that Back closes it. */
export function CreateEventLink() {
  return (
    <ButtonLink from="/events" to="/events" search={({ tab }) => ({ tab, create: true })}>
      Create Event
    </ButtonLink>
  )
}
