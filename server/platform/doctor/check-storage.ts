import { randomUUID } from 'node:crypto'
import type { Config } from '../../config.ts'
import { openFiles } from '../files/storage.ts'
import { compareClocks, type Finding, ok, problem, reasonOf } from './finding.ts'

/** Checks that a probe can be stored in the bucket, read, and deleted. */
export async function checkStorage(config: Config): Promise<Finding[]> {
  const about = 'S3'
  if (!config.s3) return []
  const { bucket, endpoint, region } = config.s3
  const origin = endpoint ?? `https://s3.${region}.amazonaws.com`
  const files = await openFiles(config)
  const [key, content] = [`doctor-${randomUUID()}`, 'A probe of the doctor.']
  let step = 'stored'
  try {
    await files.put(key, content)
    step = 'read'
    if ((await files.get(key)) !== content) throw new Error('it is not what was stored')
    step = 'deleted'
    await files.delete(key)
  } catch (error) {
    const todo =
      'Check S3_BUCKET, S3_ENDPOINT, S3_REGION and the keys, which must allow to put, get, list and delete.'
    return [problem(about, `a probe in ${bucket} at ${origin} cannot be ${step}: ${reasonOf(error)}.`, todo)]
  }
  const date = await fetch(origin, { signal: AbortSignal.timeout(5000) }).then(
    ({ headers }) => headers.get('date'),
    () => null,
  )
  const stored = ok(about, `a probe in ${bucket} at ${origin} was stored, read and deleted.`)
  return date ? [stored, compareClocks(origin, new Date(date), Date.now(), 1)] : [stored]
}
