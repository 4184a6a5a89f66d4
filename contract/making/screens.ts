import type { z } from 'zod'
import { firstCall, searchOf } from '../endpoint.ts'
import { whichOrders } from '../orders/screens.ts'
import { paths } from '../paths.ts'

/** Which orders a board shows. */
export const whichBoard = whichOrders.pick({ event: true, making: true, mine: true })

/** The orders that are made, by stage. */
export const boardScreen = { path: paths.board, search: searchOf(whichBoard) }

export const firstCallsOfBoard = (search: z.output<typeof boardScreen.search>) => [
  firstCall('orders.version'),
  firstCall('making.board', search),
]
