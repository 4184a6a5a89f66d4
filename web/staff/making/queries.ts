import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../api/client.ts'

/** The company's stages, closing days, and what it can promise. */
export const makingQuery = () => queryOptions({ queryKey: ['making'], queryFn: () => call(api.making.get) })
