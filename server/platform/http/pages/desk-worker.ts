import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { paths } from '@trunkshow/contract/paths.ts'
import type { FastifyInstance } from 'fastify'
import { webRoot } from './visitor-pages.ts'

/** Serves the service worker of the desk. Its address limits it to pages of the desk (decision 057). */
export function deskWorker(app: FastifyInstance) {
  app.get(paths.deskWorker(), async (_, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await readFile(join(webRoot, 'dist/staff/desk-worker.js'))),
  )
}
