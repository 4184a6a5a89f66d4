/** How long a link to confirm an email is good for, in days (decision 029). */
export const CONFIRMATION_DAYS = 7
