import { ButtonLink } from '../ui/page/button-link.tsx'
import { BackIcon } from '../ui/page/icons.tsx'

export function BackToEvents() {
  return (
    <ButtonLink to="/events" variant="subtle" size="compact-sm" leftSection={<BackIcon />}>
      Back to Events
    </ButtonLink>
  )
}
