import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { AppError } from '@trunkshow/contract/errors.ts'
import { helpTopics, paths } from '@trunkshow/contract/paths.ts'
import type { FastifyInstance } from 'fastify'
import { Marked } from 'marked'
import packageJson from '../../../package.json' with { type: 'json' }
import { packageFolder } from '../../../package-folder.ts'
import { sendPage } from './visitor-pages.ts'

const docs = join(packageFolder, '../docs')

/** Other documents are only in the repository, so they are named, not linked. */
const markdown = new Marked({
  renderer: {
    link({ tokens }) {
      return `<code>${this.parser.parseInline(tokens)}</code>`
    },
  },
})

/** Serves the help: the pages of `docs/for-*.md`, so that it works without the network. */
export function helpPages(app: FastifyInstance) {
  app.get<{ Params: { topic: string } }>(paths.help(':topic'), async (request, reply) => {
    const topic = helpTopics.find((topic) => topic === request.params.topic)
    if (!topic) throw new AppError('not_found', 'There is nothing at this address.')
    const html = await markdown.parse(await readFile(join(docs, `for-${topic}.md`), 'utf8'))
    return sendPage(request, reply, { page: 'help', topic, html, version: packageJson.version })
  })
}

/** Serves the pictures that these pages show, under the addresses they name. */
export async function helpPictures(app: FastifyInstance) {
  await app.register(fastifyStatic, {
    root: join(docs, 'screenshots'),
    prefix: paths.help('screenshots/'),
    decorateReply: false,
    index: false,
    maxAge: '1h',
  })
}
