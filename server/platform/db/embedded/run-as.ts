import { spawn } from 'node:child_process'

/** The operating system user for PostgreSQL when the app is root, since PostgreSQL refuses to run as root. */
export interface Account {
  name: string
  uid: number
  gid: number
}

/**
 * Runs a program and waits for it, as another user if one is given. Runs outside the terminal's process group, so that
 * Ctrl-C only reaches the app, which decides what stops when.
 *
 * @param options.silent for a program that starts a server, which would keep its output pipes open
 */
export function runAs(
  account: Account | undefined,
  command: string,
  args: string[],
  { silent = false } = {},
): Promise<{ ok: boolean; output: string }> {
  const windows = process.platform === 'win32'
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG')))
  const child = spawn(command, args, {
    // The other user may not be allowed to enter the app's folder.
    ...(account && { uid: account.uid, gid: account.gid, cwd: '/' }),
    env,
    detached: !windows,
    windowsHide: true,
    stdio: silent ? 'ignore' : ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text))
  return new Promise((done) => {
    child.on('error', (error) => done({ ok: false, output: error.message }))
    child.on('close', (code) => done({ ok: code === 0, output: output.trim() }))
  })
}
