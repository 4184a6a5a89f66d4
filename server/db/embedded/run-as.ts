import { spawn } from 'node:child_process'

/** The operating system user that PostgreSQL runs as where the app is root, which PostgreSQL refuses to be. */
export interface Account {
  name: string
  uid: number
  gid: number
}

/**
 * Runs a program to its end, as another user where one is given. Out of the terminal's process group, so that
 * Ctrl-C reaches the app alone and it decides what stops when.
 *
 * @param options.silent for a program that leaves a server behind, which would hold the pipes of its output open
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
    // The folder of the app may be one that the other user cannot enter.
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
