import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packageFolder } from '../../package-folder.ts'
import { startProduct } from '../../test/product.ts'
import { writeArchive } from './archive.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trunkshow-command-'))
  await chmod(folder, 0o711) // for PostgreSQL's own user, if the tests run as root
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs the command as npm does, for a caller who is in the test's folder. Returns what it printed, and its exit code. */
async function execute(command: 'backup' | 'restore', file: string, dataDir: string) {
  const args = [join(packageFolder, 'dist/backup.js'), command, file]
  const env = { PATH: process.env.PATH, INIT_CWD: folder, DATA_DIR: join(folder, dataDir) }
  const ended = await promisify(execFile)(process.execPath, args, { env }).catch((error) => error)
  return { code: 0, ...ended, stderr: ended.stderr as string, stdout: ended.stdout as string }
}

/** As `execute`. Returns what it printed, or its refusal. */
async function run(...command: Parameters<typeof execute>): Promise<string> {
  const { stderr, stdout } = await execute(...command)
  return stderr || stdout
}

test.runIf(process.platform !== 'win32')(
  'a running app is backed up by one command, restored by another, and people go on there',
  async () => {
    const app = await startProduct({ DATA_DIR: join(folder, 'old') })
    const post = (url: string, body: object, cookie = '') =>
      fetch(url, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', origin: new URL(url).origin, cookie },
      })
    const account = { username: 'helena', password: 'a long password', name: 'Helena Vale' }
    const registered = await post(`${app.url}/api/register`, { ...account, email: 'helena@vale.test' })
    expect(registered.status).toBe(201)
    expect(await run('restore', 'missing.tar.gz', 'old')).toMatch(
      /^Trunkshow already runs on this data folder/,
    )
    expect(await run('backup', 'shop.tar.gz', 'old')).toMatch(
      /Backed up \d+ rows of \d+ tables and 0 files to \S+shop.tar.gz/,
    )
    await app.end()
    expect((await stat(join(folder, 'shop.tar.gz'))).mode & 0o777).toBe(0o600)
    expect(await run('backup', 'shop.tar.gz', 'old')).toMatch(/shop.tar.gz exists: choose another name/)
    expect(await run('backup', 'stopped.tar.gz', 'old')).toMatch(/Backed up/)
    expect(await run('backup', 'nothing.tar.gz', 'nowhere')).toMatch(/nowhere has no database/)

    async function* entries() {
      yield { name: 'manifest.json', content: Buffer.from('{') }
    }
    await writeArchive(join(folder, 'crafted.tar.gz'), entries())
    expect(await execute('restore', 'crafted.tar.gz', 'new')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^\S+crafted.tar.gz is not a backup of Trunkshow[^\n]*\n$/),
    })
    expect(await run('restore', 'shop.tar.gz', 'new')).toMatch(/Restored \d+ rows of \d+ tables and 0 files/)
    const moved = await startProduct({ DATA_DIR: join(folder, 'new') })
    // The session was signed with the secret of the old data folder.
    const [cookie] = registered.headers.getSetCookie()[0]!.split(';')
    const user = await fetch(`${moved.url}/api/user`, { headers: { cookie: cookie! } })
    expect(await user.json()).toMatchObject({ username: 'helena' })
    expect((await post(`${moved.url}/api/login`, account)).status).toBe(200)
    await moved.end()
  },
)
