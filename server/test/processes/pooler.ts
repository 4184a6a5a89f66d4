import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { packageFolder } from '../../package-folder.ts'
import { findFreePort } from '../../platform/db/embedded.ts'
import { findPostgresPlace } from '../../platform/db/postgres-place.ts'

/** Whether tests and chaos scenes reach their databases through PgBouncer: with DATABASE_POOLER=transaction. */
export const throughPooler = Boolean(process.env.DATABASE_POOLER)

/**
 * Starts PgBouncer in transaction mode, with the settings that docs/scaling.md recommends, in front of a server of the
 * tests. All its databases are reachable.
 *
 * @param urls the server's address, once for each role
 * @returns `through`, which returns the address of the same database behind the pooler, and `stop`
 */
export async function startPooler(...urls: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'trunkshow-pooler-'))
  await chmod(folder, 0o755) // for the pooler's user, if the tests run as root
  const port = await findFreePort()
  const users = urls.map((url) => new URL(url))
  const roles = users.map(({ username, password }) => `"${username}" "${password}"\n`)
  await writeFile(join(folder, 'userlist.txt'), roles.join(''))
  const documented = /```ini\n(.+?)```/s.exec(
    await readFile(join(packageFolder, '../docs/scaling.md'), 'utf8'),
  )![1]!
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_file: join(folder, 'userlist.txt'),
    server_idle_timeout: 10, // each test file has its own database, and PostgreSQL has 250 connections
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
  const file = join(folder, 'pgbouncer.ini')
  const database = `* = host=${users[0]!.hostname} port=${users[0]!.port}`
  await writeFile(file, documented.replace(/^trunkshow = host=\S+ port=\d+/m, database) + lines.join(''))

  const { account } = await findPostgresPlace(folder) // PgBouncer does not run as root either
  const server = spawn('pgbouncer', ['--quiet', file], {
    ...(account && { uid: account.uid, gid: account.gid }),
    stdio: 'ignore',
  })
  const ended = new Promise<string>((end) => {
    server.on('error', (error) => end(error.message))
    server.on('exit', (code) => end(`it ended with ${code}`))
  })
  const complaint = await Promise.race([ended, waitUntilListening(port)])
  if (complaint) throw new Error(`PgBouncer does not start: ${complaint}`)
  return {
    through: (url: string) => Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href,
    async stop() {
      server.kill()
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

async function waitUntilListening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isListening = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isListening) return
    await setTimeout(20)
  }
}
