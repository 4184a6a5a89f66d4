/**
 * A location that opens a map, in the app of a phone that has one
 * (https://developers.google.com/maps/documentation/urls/get-started).
 */
export function PlaceLink({ location }: { location: string }) {
  const query = new URLSearchParams({ api: '1', query: location })
  return (
    <a href={`https://www.google.com/maps/search/?${query}`} rel="noopener noreferrer" target="_blank">
      {location}
    </a>
  )
}
