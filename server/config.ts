import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { MEGABYTE } from '@trunkshow/contract/images.ts'
import type { QuotaKind } from '@trunkshow/contract/quotas.ts'
import { z } from 'zod'
import { StartError } from './start-error.ts'

/** A company's quotas unless QUOTAS sets others (decision 036). */
const defaultQuotas = { events: 1000, slots: 200_000, orders: 100_000, files: 50_000, megabytes: 20_000 }

/** @param what said after the range */
function wholeNumber(max: number, what = '') {
  const rule = `must be a whole number from 1 to ${max}${what}`
  return z.coerce.number(rule).int(rule).min(1, rule).max(max, rule)
}
const oneOf = <const Value extends string>(values: readonly Value[]) =>
  z.enum(values, `must be one of ${values.join(', ')}`)

const quotaRule = `must be off, or look like events=1000,orders=off, with a whole number or off for any of ${Object.keys(defaultQuotas).join(', ')}`
const quotas = z.string().transform((given, context): Record<QuotaKind, number | null> => {
  const found: Record<string, number | null> = { ...defaultQuotas }
  if (given === 'off') for (const name of Object.keys(found)) found[name] = null
  else
    for (const part of given.split(',').filter((part) => part.trim())) {
      const [, name, amount] = /^\s*(\w+)\s*=\s*(off|\d{1,9})\s*$/.exec(part) ?? []
      if (!name || !Object.hasOwn(defaultQuotas, name)) context.addIssue(quotaRule)
      else found[name] = amount === 'off' ? null : Number(amount)
    }
  const { megabytes, ...counted } = found as Record<keyof typeof defaultQuotas, number | null>
  return { ...counted, bytes: megabytes === null ? null : megabytes * MEGABYTE }
})

const proxies = z.string().transform((given, context): false | number | string[] => {
  if (given === 'off') return false
  if (given === 'on') return 1
  if (/^[1-9]$/.test(given)) return Number(given)
  const addresses = given.split(',').map((address) => address.trim())
  if (!addresses.every((address) => isIP(address.replace(/\/\d+$/, ''))))
    context.addIssue('must be off, on (one proxy in front), the number of proxies, or their addresses')
  return addresses
})

const metricsAddress = z.string().transform((given, context) => {
  const [, host = '', port = ''] = /^(.+):(\d{1,5})$/.exec(given) ?? []
  const address = host.replace(/^\[(.*)\]$/, '$1')
  if (!isIP(address) || Number(port) < 1 || Number(port) > 65535)
    context.addIssue('must look like 127.0.0.1:9464: an IP address of this machine and a port for /metrics')
  return { host: address, port: Number(port) }
})

const httpUrl = (error: string) => z.url({ protocol: /^https?$/, abort: true, error })
const originRule = 'must be an address such as https://shows.example.com, with nothing after the host'
const databaseUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must look like postgres://user:password@host:5432/name',
})
/** A misspelled `tls` would leave the connection without what it was to require. */
const mailUrl = (protocol: RegExp, error: string) =>
  z
    .url({ protocol, abort: true, error })
    .refine(
      (url) => new URL(url).searchParams.getAll('tls').every((tls) => tls === 'required'),
      'can end in ?tls=required, and in no other tls',
    )
const secretRule = 'must have at least 16 characters'

/** All environment variables of the app. An empty one counts as unset. */
const environment = z
  .object({
    PORT: wholeNumber(65535).default(3000),
    HOST: z.string().default('127.0.0.1'),
    PUBLIC_URL: httpUrl(originRule)
      .refine((url) => new URL(url).href === `${new URL(url).origin}/`, originRule)
      .transform((url) => new URL(url).origin)
      .optional(),
    DATA_DIR: z.string().default('./data'),
    BACKUP_DIR: z.string().optional(),
    BACKUP_KEEP: wholeNumber(1000, ': how many daily backups to keep').default(7),
    DATABASE_URL: databaseUrl.optional(),
    DATABASE_READ_URL: databaseUrl.optional(),
    DATABASE_POOLER: z.literal('transaction', 'must be transaction, or be left out').optional(),
    APP_SECRET: z.string().min(16, secretRule).optional(),
    SMTP_URL: mailUrl(/^smtps?$/, 'must look like smtp://user:password@host:587?tls=required').optional(),
    IMAP_URL: mailUrl(/^imaps?$/, 'must look like imaps://user:password@host').optional(),
    MAIL_FROM: z
      .string()
      .regex(
        /^([^<>]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
        'must look like Your Shop <shop@example.com>',
      )
      .optional(),
    MAIL_BUDGET_PER_DAY: wholeNumber(1_000_000, ': how many emails a company may send a day').default(2000),
    S3_BUCKET: z.string().optional(),
    S3_ENDPOINT: httpUrl('must be an address such as https://s3.example.com').optional(),
    S3_REGION: z.string().default('us-east-1'),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    SHOPIFY_ADMIN_ORIGIN: httpUrl(originRule).optional(),
    STRIPE_API_ORIGIN: httpUrl(originRule).optional(),
    QUOTAS: quotas.prefault(''),
    TRUST_PROXY: proxies.default(false),
    LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    LOG_FORMAT: z.enum(['text', 'json'], 'must be text or json').optional(),
    METRICS_ADDRESS: metricsAddress.optional(),
    RATE_LIMIT: z.enum(['on', 'off'], 'must be on or off').default('on'),
    REGISTRATION: z.enum(['open', 'invite'], 'must be open or invite').default('open'),
    ROLE: oneOf(['all', 'web', 'worker']).default('all'),
    WEB_PROCESSES: wholeNumber(16, ': how many processes serve pages').default(1),
    NODE_ENV: z.string().optional(),
  })
  .check(({ value: env, issues }) => {
    const refuse = (name: keyof typeof env, message: string) =>
      issues.push({ code: 'custom', path: [name], message, input: env[name] })
    if (env.DATABASE_URL && !env.APP_SECRET)
      refuse(
        'APP_SECRET',
        'is required when DATABASE_URL is set: every process on one database signs with it',
      )
    if (env.DATABASE_POOLER && !env.DATABASE_URL)
      refuse('DATABASE_POOLER', 'needs DATABASE_URL: the address of the pooler')
    if (env.DATABASE_READ_URL && !env.DATABASE_URL)
      refuse('DATABASE_READ_URL', 'needs DATABASE_URL: the address of the primary')
    if (env.ROLE !== 'all' && !env.DATABASE_URL)
      refuse('ROLE', 'other than all needs DATABASE_URL: web processes and workers share one database')
    if (env.SMTP_URL && !env.MAIL_FROM)
      refuse('MAIL_FROM', 'is required when SMTP_URL is set: the address that emails come from')
    for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
      if (env.S3_BUCKET && !env[name]) refuse(name, 'is required when S3_BUCKET is set')
    if (env.PUBLIC_URL?.startsWith('https:') && !env.TRUST_PROXY)
      refuse('TRUST_PROXY', 'must be set when PUBLIC_URL is https: the proxy in front is what speaks https')
  })

/** The names of all variables, for the tests of what sets them. */
export const variableNames: readonly string[] = Object.keys(environment.shape)

export type Config = ReturnType<typeof readConfig>

function parseEnvironment(variables: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()))
  const { data, error } = environment.safeParse(given)
  const problems = error?.issues.map(({ path, message }) => `${String(path[0])} ${message}.`) ?? []
  return { data, problems }
}

/** @returns a sentence for each invalid variable */
export const findConfigProblems = (variables: NodeJS.ProcessEnv): string[] =>
  parseEnvironment(variables).problems

/**
 * Reads the environment once at the start. Creates DATA_DIR, and a secret in it if none is given.
 *
 * @param options.readOnly creates nothing; without a secret, `appSecret` is empty
 * @throws StartError with one sentence that names the variable
 */
export function readConfig(variables: NodeJS.ProcessEnv, { readOnly = false } = {}) {
  const { data: env, problems } = parseEnvironment(variables)
  if (!env) throw new StartError(problems[0])
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  const dataDir = resolve(env.DATA_DIR)
  // 0o711: as root, PostgreSQL's user must enter the folder to reach its own, but not list it.
  if (!readOnly) orRefuse('DATA_DIR', () => mkdirSync(dataDir, { recursive: true, mode: 0o711 }))
  const appSecretFile = env.APP_SECRET ? null : join(dataDir, 'app-secret')
  const backupDir = env.BACKUP_DIR ? resolve(env.BACKUP_DIR) : null
  if (backupDir && !readOnly)
    orRefuse('BACKUP_DIR', () => mkdirSync(backupDir, { recursive: true, mode: 0o700 }))
  return {
    port: env.PORT,
    host: env.HOST,
    /** An origin, without a trailing slash. */
    publicUrl,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    /** Set when `databaseUrl` leads to a pooler that gives out a connection for one transaction (decision 046). */
    databasePooler: env.DATABASE_POOLER,
    /** A replica that public pages may be read from (decision 046). */
    databaseReadUrl: env.DATABASE_READ_URL,
    appSecret: env.APP_SECRET ?? orRefuse('APP_SECRET', () => readSecret(appSecretFile!, readOnly)),
    /** Where the app keeps a secret of its own; null when APP_SECRET was given. */
    appSecretFile,
    /** Where the worker writes a backup a day; null for none (decision 047). */
    backupDir,
    backupsToKeep: env.BACKUP_KEEP,
    smtpUrl: env.SMTP_URL,
    /** The mailbox of `mailFrom`, to read which emails came back; undefined to read none. */
    imapUrl: env.IMAP_URL,
    mailFrom: env.MAIL_FROM ?? `Trunkshow <trunkshow@${new URL(publicUrl).hostname}>`,
    /** How many emails a company may send in 24 hours, not counting account emails (decision 028). */
    emailBudgetPerDay: env.MAIL_BUDGET_PER_DAY,
    /** Null when uploads are in `dataDir`. */
    s3: env.S3_BUCKET
      ? {
          bucket: env.S3_BUCKET,
          endpoint: env.S3_ENDPOINT,
          region: env.S3_REGION,
          accessKeyId: env.S3_ACCESS_KEY_ID!,
          secretAccessKey: env.S3_SECRET_ACCESS_KEY!,
        }
      : null,
    /** Replaces every store's own address, without a trailing slash; null to use each store's. */
    shopifyAdminOrigin: env.SHOPIFY_ADMIN_ORIGIN ? new URL(env.SHOPIFY_ADMIN_ORIGIN).origin : null,
    /** Replaces the address of Stripe's API, without a trailing slash. */
    stripeOrigin: env.STRIPE_API_ORIGIN ? new URL(env.STRIPE_API_ORIGIN).origin : null,
    /** How long a request waits for a store to do what it asks for (docs/product.md, Orders in Shopify). */
    storeWaitSeconds: 10,
    /** As Fastify takes it: false, a number of proxies, or the addresses of proxies. */
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    /** Sentences for people at a terminal, or a JSON object on each line for programs. */
    logFormat: env.LOG_FORMAT ?? (process.stdout.isTTY ? 'text' : 'json'),
    /** Where /metrics is served to other machines, apart from the pages; null for nowhere (decision 045). */
    metricsAddress: env.METRICS_ADDRESS ?? null,
    /** How many a company may have, and bytes of files; null for no limit. */
    quotas: env.QUOTAS,
    rateLimit: env.RATE_LIMIT === 'on',
    /** Whether anyone can create an account, or only invited users and the very first one. */
    registration: env.REGISTRATION,
    /** Whether the app answers requests (`serves`) and runs jobs (`works`). */
    serves: env.ROLE !== 'worker',
    works: env.ROLE !== 'web',
    webProcesses: env.WEB_PROCESSES,
    /** True for `npm run dev`: pages come from source through Vite. */
    development: env.NODE_ENV === 'development',
  }
}

function orRefuse<T>(variable: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw new StartError(`${variable} cannot be kept on disk: ${(error as Error).message}.`)
  }
}

/** Returns the stored secret. The first start writes it under a temporary name, so that concurrent starts share one. */
function readSecret(path: string, readOnly: boolean): string {
  if (!existsSync(path)) {
    if (readOnly) return ''
    const draft = `${path}.${process.pid}`
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
    try {
      linkSync(draft, path)
    } catch (error) {
      if (!existsSync(path)) throw error
    } finally {
      rmSync(draft)
    }
  }
  const secret = readFileSync(path, 'utf8').trim()
  if (secret.length < 16) throw new Error(`${path} ${secretRule}`)
  return secret
}
