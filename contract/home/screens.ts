import { z } from 'zod'
import { isMine, searchOf } from '../endpoint.ts'
import { paths } from '../paths.ts'

/** Whose appointments and orders Home shows: all, or those assigned to the caller. */
export const whichHome = z.strictObject({ mine: isMine })
export const homeScreen = { path: paths.staffHome, search: searchOf(whichHome) }
