/** Texts for tours. */
export const tourMessages = {
  nameRequired: 'Tour name is required',
  nameTooLong: 'Tour name must be 200 characters or less',
  placeRequired: 'Enter a city or place',
  originalRequired: 'Choose the event to copy',
  stopsRequired: 'Add at least one stop',
  tooManyStops: 'Add up to 50 stops at once',
  inOtherTour: (tour: string) => `This event is a stop of ${tour}. Remove it there first.`,
  notFound: 'Tour not found.',
} as const
