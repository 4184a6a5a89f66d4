import { mapLink } from '@trunkshow/contract/paths.ts'

/** A location that opens a map. @param label instead of the location itself */
export function PlaceLink({ location, label }: { location: string; label?: string }) {
  return (
    <a href={mapLink(location)} rel="noopener noreferrer" target="_blank">
      {label ?? location}
    </a>
  )
}
