import { findConfigProblems, readConfig } from '../../config.ts'
import { checkAddress } from './check-address.ts'
import { checkDatabase } from './check-database.ts'
import { checkBackups, checkDisk, checkStorage } from './check-disk.ts'
import { checkMail } from './check-mail.ts'
import { checkReplicas } from './check-replicas.ts'
import { type Finding, type Findings, findingsOn, reasonOf } from './finding.ts'

/**
 * Checks everything that the app needs, while it runs or not. Changes nothing but probes, which it deletes.
 *
 * @param sendTo where to send a test email; none is sent without it
 */
export async function examine(variables: NodeJS.ProcessEnv, sendTo?: string): Promise<Finding[]> {
  const { ok, problem } = findingsOn('Configuration')
  const wrong = findConfigProblems(variables)
  if (wrong.length > 0)
    return wrong.map((sentence) => problem(sentence, 'See Settings in docs/operating.md.'))
  const config = readConfig(variables, { readOnly: true })
  const checks = {
    Database: checkDatabase(config),
    Replicas: checkReplicas(config),
    Disk: checkDisk(config),
    Email: checkMail(config, sendTo),
    S3: checkStorage(config),
    PUBLIC_URL: checkAddress(config),
    Backups: checkBackups(config),
  }
  const found = await Promise.all(
    Object.entries(checks).map(([about, check]) =>
      Promise.resolve<Findings>(check).catch((error) =>
        findingsOn(about).problem(
          `could not be checked: ${reasonOf(error)}.`,
          'Run this as the user that the app runs as.',
        ),
      ),
    ),
  )
  return [ok('every variable is valid.'), ...found.flat().filter((finding) => finding !== false)]
}
