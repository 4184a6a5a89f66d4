import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

/** The folder of this package, for its sources and for what is compiled from them into its dist folder. */
export const packageFolder = dirname(findPackageJSON(import.meta.url)!)
