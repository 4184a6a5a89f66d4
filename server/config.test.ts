import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { StartError } from './start-error.ts'

let DATA_DIR: string
beforeEach(() => {
  DATA_DIR = mkdtempSync(join(tmpdir(), 'trunkshow-config-'))
})
afterEach(() => rmSync(DATA_DIR, { recursive: true }))

const secret = 'sixteen letters.'

describe('readConfig', () => {
  test('needs nothing', () => {
    expect(readConfig({ DATA_DIR })).toEqual({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      dataDir: DATA_DIR,
      databaseUrl: undefined,
      databasePooler: undefined,
      databaseReadUrl: undefined,
      appSecret: expect.stringMatching(/^[\w-]{43}$/),
      appSecretFile: join(DATA_DIR, 'app-secret'),
      backupDir: null,
      backupsToKeep: 7,
      smtpUrl: undefined,
      mailFrom: 'Trunkshow <trunkshow@localhost>',
      emailBudgetPerDay: 2000,
      s3: null,
      shopifyAdminOrigin: null,
      stripeOrigin: null,
      storeWaitSeconds: 10,
      trustProxy: false,
      logLevel: 'info',
      logFormat: process.stdout.isTTY ? 'text' : 'json',
      metricsAddress: null,
      quotas: { events: 1000, slots: 200_000, orders: 100_000, files: 50_000, bytes: 20_000 * 1024 * 1024 },
      rateLimit: true,
      registration: 'open',
      serves: true,
      works: true,
      webProcesses: 1,
      development: false,
    })
  })

  test.each([
    [{ PORT: '8080' }, { port: 8080, publicUrl: 'http://localhost:8080' }],
    [
      { PORT: ' ', SMTP_URL: '' },
      { port: 3000, smtpUrl: undefined },
    ],
    [{ PUBLIC_URL: 'http://shows.example.com/' }, { publicUrl: 'http://shows.example.com' }],
    [{ PUBLIC_URL: 'https://shows.example.com', TRUST_PROXY: 'on' }, { trustProxy: 1 }],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
    [{ TRUST_PROXY: '10.0.0.0/8, ::1' }, { trustProxy: ['10.0.0.0/8', '::1'] }],
    [
      { TRUST_PROXY: 'off', RATE_LIMIT: 'off' },
      { trustProxy: false, rateLimit: false },
    ],
    [{ PUBLIC_URL: 'http://shop.test' }, { mailFrom: 'Trunkshow <trunkshow@shop.test>' }],
    [
      { SMTP_URL: 'smtps://me:pass@mail.test', MAIL_FROM: 'Shop <a@b.test>' },
      { mailFrom: 'Shop <a@b.test>' },
    ],
    [{ IMAP_URL: 'imaps://me:pass@mail.test' }, { imapUrl: 'imaps://me:pass@mail.test' }],
    [{ IMAP_URL: 'imap://mail.test?tls=required' }, { imapUrl: 'imap://mail.test?tls=required' }],
    [{ MAIL_BUDGET_PER_DAY: '5000' }, { emailBudgetPerDay: 5000 }],
    [{ REGISTRATION: 'invite' }, { registration: 'invite' }],
    [
      { QUOTAS: 'events=5, orders=off,megabytes=2' },
      { quotas: { events: 5, slots: 200_000, orders: null, files: 50_000, bytes: 2 * 1024 * 1024 } },
    ],
    [{ QUOTAS: 'off' }, { quotas: { events: null, slots: null, orders: null, files: null, bytes: null } }],
    [{ DATABASE_URL: 'postgres://localhost/shows', APP_SECRET: secret }, { appSecret: secret }],
    [
      { S3_BUCKET: 'shows', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' },
      {
        s3: {
          bucket: 'shows',
          endpoint: undefined,
          region: 'us-east-1',
          accessKeyId: 'a',
          secretAccessKey: 'b',
        },
      },
    ],
    [
      { DATABASE_URL: 'postgres://localhost/shows', DATABASE_POOLER: 'transaction', APP_SECRET: secret },
      { databasePooler: 'transaction' },
    ],
    [{ ROLE: 'all' }, { serves: true, works: true }],
    [
      { ROLE: 'web', DATABASE_URL: 'postgres://localhost/shows', APP_SECRET: secret },
      { serves: true, works: false },
    ],
    [
      { ROLE: 'worker', DATABASE_URL: 'postgres://localhost/shows', APP_SECRET: secret },
      { serves: false, works: true },
    ],
    [{ LOG_FORMAT: 'text' }, { logFormat: 'text' }],
    [{ METRICS_ADDRESS: '0.0.0.0:9464' }, { metricsAddress: { host: '0.0.0.0', port: 9464 } }],
    [{ METRICS_ADDRESS: '[::]:9464' }, { metricsAddress: { host: '::', port: 9464 } }],
    [{ WEB_PROCESSES: '4' }, { webProcesses: 4 }],
    [{ NODE_ENV: 'development' }, { development: true }],
  ])('%j is accepted', (env, expected) => {
    expect(readConfig({ DATA_DIR, ...env })).toMatchObject(expected)
  })

  test.each([
    [
      { S3_BUCKET: 'shows', S3_ACCESS_KEY_ID: 'a' },
      'S3_SECRET_ACCESS_KEY is required when S3_BUCKET is set.',
    ],
    [{ BACKUP_DIR: '/dev/null/backups' }, /^BACKUP_DIR cannot be kept on disk: .*\/dev\/null\/backups/],
    [{ BACKUP_KEEP: '0' }, /^BACKUP_KEEP must be a whole number from 1 to 1000/],
    [{ S3_ENDPOINT: 'minio' }, 'S3_ENDPOINT must be an address such as https://s3.example.com.'],
    [
      { SHOPIFY_ADMIN_ORIGIN: 'localhost:4000/admin' },
      /^SHOPIFY_ADMIN_ORIGIN must be an address .*nothing after the host\.$/,
    ],
    [{ STRIPE_API_ORIGIN: 'localhost' }, /^STRIPE_API_ORIGIN must be an address .*nothing after the host\.$/],
    [{ PORT: '80a' }, 'PORT must be a whole number from 1 to 65535.'],
    [{ PORT: '65536' }, 'PORT must be a whole number from 1 to 65535.'],
    [{ PUBLIC_URL: 'shows.example.com' }, /^PUBLIC_URL must be an address .*nothing after the host\.$/],
    [
      { PUBLIC_URL: 'http://shows.example.com/shop' },
      /^PUBLIC_URL must be an address .*nothing after the host\.$/,
    ],
    [
      { PUBLIC_URL: 'http://shows.example.com/?a=b' },
      /^PUBLIC_URL must be an address .*nothing after the host\.$/,
    ],
    [{ PUBLIC_URL: 'https://shows.example.com' }, /^TRUST_PROXY must be set when PUBLIC_URL is https: /],
    [
      { DATABASE_URL: 'mysql://localhost/shows', APP_SECRET: secret },
      /^DATABASE_URL must look like postgres:/,
    ],
    [{ DATABASE_URL: 'postgres://localhost/shows' }, /^APP_SECRET is required when DATABASE_URL is set: /],
    [{ DATABASE_POOLER: 'session' }, /^DATABASE_POOLER must be transaction, or be left out/],
    [{ DATABASE_POOLER: 'transaction' }, /^DATABASE_POOLER needs DATABASE_URL: /],
    [{ DATABASE_READ_URL: 'postgres://replica/shows' }, /^DATABASE_READ_URL needs DATABASE_URL: /],
    [{ DATABASE_READ_URL: 'replica' }, /^DATABASE_READ_URL must look like postgres:/],
    [{ ROLE: 'web' }, /^ROLE other than all needs DATABASE_URL: /],
    [{ ROLE: 'both' }, 'ROLE must be one of all, web, worker.'],
    [{ APP_SECRET: 'fifteen letters' }, 'APP_SECRET must have at least 16 characters.'],
    [{ SMTP_URL: 'mail.test:25' }, /^SMTP_URL must look like smtp:/],
    [{ SMTP_URL: 'smtp://mail.test' }, /^MAIL_FROM is required when SMTP_URL is set: /],
    [{ IMAP_URL: 'imap.mail.test' }, /^IMAP_URL must look like imaps:/],
    [
      { IMAP_URL: 'imap://mail.test?tls=require' },
      /^IMAP_URL can end in \?tls=required, and in no other tls/,
    ],
    [{ SMTP_URL: 'smtp://mail.test?tls=1', MAIL_FROM: 'a@b.test' }, /^SMTP_URL can end in \?tls=required/],
    [{ MAIL_FROM: 'Your Shop' }, 'MAIL_FROM must look like Your Shop <shop@example.com>.'],
    [{ QUOTAS: 'events' }, /^QUOTAS must be off, or look like events=1000,orders=off, /],
    [{ QUOTAS: 'events=-1' }, /^QUOTAS must be off, or look like events=1000,orders=off, /],
    [{ QUOTAS: 'events=1.5' }, /^QUOTAS must be off, or look like events=1000,orders=off, /],
    [{ QUOTAS: 'gigabytes=2' }, /^QUOTAS must be off, or look like events=1000,orders=off, /],
    [{ QUOTAS: 'constructor=1' }, /^QUOTAS must be off, or look like events=1000,orders=off, /],
    [{ QUOTAS: 'on' }, /^QUOTAS must be off, or look like events=1000,orders=off, /],
    [{ QUOTAS: 'events=1;orders=2' }, /^QUOTAS must be off, or look like events=1000,orders=off, /],
    [{ TRUST_PROXY: 'yes' }, /^TRUST_PROXY must be off, on /],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of fatal, error, /],
    [{ LOG_FORMAT: 'xml' }, 'LOG_FORMAT must be text or json.'],
    [{ METRICS_ADDRESS: '9464' }, /^METRICS_ADDRESS must look like 127\.0\.0\.1:9464: /],
    [{ METRICS_ADDRESS: '0.0.0.0:99999' }, /^METRICS_ADDRESS must look like 127\.0\.0\.1:9464: /],
    [{ WEB_PROCESSES: '0' }, /^WEB_PROCESSES must be a whole number from 1 to 16/],
    [{ WEB_PROCESSES: 'auto' }, /^WEB_PROCESSES must be a whole number from 1 to 16/],
    [{ RATE_LIMIT: '0' }, 'RATE_LIMIT must be on or off.'],
    [{ DATA_DIR: '/dev/null/data' }, /^DATA_DIR cannot be kept on disk: .*\/dev\/null\/data/],
  ])('%j is rejected', (env, sentence) => {
    const read = () => readConfig({ DATA_DIR, ...env })
    expect(read).toThrow(StartError)
    expect(read).toThrow(sentence)
  })

  test('the secret is created once, readable only by its owner', () => {
    const { appSecret } = readConfig({ DATA_DIR })
    expect(readConfig({ DATA_DIR }).appSecret).toBe(appSecret)
    expect(readFileSync(join(DATA_DIR, 'app-secret'), 'utf8')).toBe(appSecret)
    if (process.platform !== 'win32') expect(statSync(join(DATA_DIR, 'app-secret')).mode & 0o777).toBe(0o600)
  })

  test('a damaged secret is rejected, never replaced', () => {
    writeFileSync(join(DATA_DIR, 'app-secret'), '')
    expect(() => readConfig({ DATA_DIR })).toThrow(/^APP_SECRET cannot be kept on disk: .*at least 16/)
  })
})
