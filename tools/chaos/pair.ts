import { findFreePort } from '../../server/platform/db/embedded/find-free-port.ts'
import { type Product, startProduct } from './product.ts'
import { openDatabase, openStage } from './stage.ts'

/** Starts two processes of the app on one database, as behind a load balancer. */
export async function startPair() {
  const stage = await openStage()
  try {
    const database = await openDatabase(stage.dataDir)
    stage.later(() => database.stop())
    const variables = await stage.databaseVariables(database)
    const start = async (port: string): Promise<Product> => {
      const product = await startProduct({ ...variables, DATA_DIR: stage.dataDir, PORT: port })
      stage.later(() => product.stop())
      return product
    }
    const products = [await start(stage.port), await start(String(await findFreePort()))]
    let turn = 0
    return {
      database,
      /** Alternates between the two processes. */
      pick: () => products[turn++ % products.length]!.url,
      faults: () => products.flatMap(({ faults }) => faults),
      close: () => stage.close(),
    }
  } catch (error) {
    await stage.close()
    throw error
  }
}

export type Pair = Awaited<ReturnType<typeof startPair>>
