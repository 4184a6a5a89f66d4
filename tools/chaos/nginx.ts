import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findFreePort } from '../../server/platform/db/embedded/find-free-port.ts'
import type { Stage } from './stage.ts'

/** Debian installs it where only root looks for programs. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }
const deploy = fileURLToPath(new URL('../../deploy', import.meta.url))

/** Whether nginx is installed, and openssl, which makes its certificate. */
export function hasNginx(): boolean {
  try {
    for (const [program, question] of Object.entries({ nginx: '-v', openssl: 'version' }))
      execFileSync(program, [question], { env, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/**
 * Starts nginx with `deploy/nginx.conf`, of which only names, ports and certificate are replaced. This process then
 * trusts the certificate.
 *
 * @param ports of the web processes
 */
export async function startNginx(stage: Stage, ports: string[], tlsPort: number): Promise<void> {
  const folder = join(stage.folder, 'nginx')
  await mkdir(folder)
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names]
  await promisify(execFile)('openssl', [...request, '-keyout', key, '-out', certificate], { env })
  setDefaultCACertificates([...getCACertificates('default'), await readFile(certificate, 'utf8')])

  const site = (await readFile(join(deploy, 'nginx.conf'), 'utf8'))
    .replace(/^( *)server 127\.0\.0\.1:3000 (.*)$/m, (_, space, options) =>
      ports.map((port) => `${space}server 127.0.0.1:${port} ${options}`).join('\n'),
    )
    .replaceAll('shows.example.com', 'localhost')
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${await findFreePort()};`)
    .replace('listen 443 ', `listen 127.0.0.1:${tlsPort} `)
  await writeFile(join(folder, 'site.conf'), site)
  await copyFile(join(deploy, 'nginx-without-root.conf'), join(folder, 'nginx.conf'))
  const args = ['-p', folder, '-c', 'nginx.conf', '-g', 'daemon off;']
  const nginx = spawn('nginx', args, { env, stdio: ['ignore', 'inherit', 'inherit'] })
  const exit = once(nginx, 'exit')
  stage.later(async () => {
    nginx.kill('SIGQUIT')
    await exit
  })
  while (nginx.exitCode === null && !(await fetch(`https://localhost:${tlsPort}/healthz`).catch(() => null)))
    await setTimeout(20)
}
