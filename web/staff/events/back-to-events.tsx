import { ButtonLink } from '../ui/button-link.tsx'
import { BackIcon } from '../ui/icons.tsx'

export function BackToEvents() {
  return (
    <ButtonLink to="/events" variant="subtle" size="compact-sm" leftSection={<BackIcon />}>
      Back to Events
    </ButtonLink>
  )
}
