import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import session from '@fastify/session'
import swagger from '@fastify/swagger'
import type { Endpoint } from '@trunkshow/contract/api.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import fastify, {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import helmet from 'helmet'
import type pg from 'pg'
import { activityRoutes } from './activity/routes.ts'
import { assigneeRoutes } from './assignees/routes.ts'
import { bookingPages } from './bookings/pages.ts'
import { bookingRoutes } from './bookings/routes.ts'
import { calendarRoutes } from './calendars/routes.ts'
import { companyRoutes } from './company/routes.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { customerRoutes } from './customers/routes.ts'
import { customizationRoutes } from './customizations/routes.ts'
import { deskRoutes } from './desk/routes.ts'
import { discountRoutes } from './discounts/routes.ts'
import { emailPages, emailRoutes, previewPages } from './emails/routes.ts'
import { eventPages } from './events/pages.ts'
import { eventRoutes } from './events/routes.ts'
import { followUpRoutes } from './follow-ups/routes.ts'
import { homeRoutes } from './home/routes.ts'
import { importRoutes } from './imports/routes.ts'
import { makingRoutes } from './making/routes.ts'
import { measurementRoutes } from './measurements/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import type { Replica } from './platform/db/pool.ts'
import { databaseOf } from './platform/db/transaction.ts'
import { openFiles } from './platform/files/storage.ts'
import { compileValidator, handleErrors } from './platform/http/errors.ts'
import { describeRoute } from './platform/http/file-kinds.ts'
import { readGrants } from './platform/http/grants.ts'
import { readTarget, refuseForeignHosts, refuseForeignWrites } from './platform/http/guards/hosts.ts'
import {
  endSlowBodies,
  nestsTooDeep,
  refuseUnparsed,
  stopParsing,
  timeouts,
} from './platform/http/guards/slow-bodies.ts'
import { operatorRoutes } from './platform/http/operator-routes.ts'
import { contentSecurityPolicy, embedScript } from './platform/http/pages/content-security-policy.ts'
import {
  createSharedResults,
  type SharedResults,
  type SharedResultsOptions,
} from './platform/http/pages/shared-results.ts'
import { storedPictures } from './platform/http/pages/stored-pictures.ts'
import { errorPage, sendPage, type VisitorRenderer } from './platform/http/pages/visitor-pages.ts'
import { deskWorker, helpPages, helpPictures, openWeb } from './platform/http/pages/web-files.ts'
import { assertAllRouted } from './platform/http/route.ts'
import {
  cookieName,
  cookieOptions,
  isSecure,
  SESSION_LIFE_MS,
  sessionStore,
} from './platform/http/session-store.ts'
import { fileReceiver, type Uploads } from './platform/http/uploads.ts'
import { log } from './platform/log/log.ts'
import { httpDuration, httpRequests } from './platform/metrics/registry.ts'
import { openMetrics } from './platform/metrics/serve-metrics.ts'
import { privacyPages } from './privacy/pages.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { productRoutes } from './products/routes.ts'
import { proposalPages } from './proposals/pages.ts'
import { proposalRoutes } from './proposals/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { sessionRoutes } from './session/routes.ts'
import { shopifyRoutes } from './shopify/routes.ts'
import { slotRoutes } from './slots/routes.ts'
import { stripePages } from './stripe/pages.ts'
import { stripeRoutes } from './stripe/routes.ts'
import { templateRoutes } from './templates/routes.ts'
import { tourRoutes } from './tours/routes.ts'
import { waitlistRoutes } from './waitlist/routes.ts'

const isApi = (url: string) => url.startsWith('/api/')

/** Returns the request's path; one that cannot be decoded becomes a path without a route, so a 404. */
function readableUrl(request: IncomingMessage): string {
  const url = readTarget(request)
  try {
    decodeURIComponent(url.split('?')[0]!)
    return url
  } catch {
    return isApi(url) ? '/api/-' : '/-'
  }
}

/** Returns a function that names a request: by the proxy's X-Request-Id if that is plain, else by 48 random bits. */
export function makeRequestId({ trustProxy }: Pick<Config, 'trustProxy'>) {
  return ({ headers }: IncomingMessage): string => {
    const given = headers['x-request-id']
    if (trustProxy !== false && typeof given === 'string' && /^[\w.-]{1,64}$/.test(given)) return given
    return randomUUID().slice(-12)
  }
}

/** Returns a hook that counts and logs each finished request by its route's pattern: a URL may contain a token. */
function reportRequest({ logFormat }: Pick<Config, 'logFormat'>) {
  const level = logFormat === 'json' ? 'info' : 'debug'
  return (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'unknown'
    const status = reply.statusCode
    httpRequests.inc({ route, method, status })
    httpDuration.observe({ route }, reply.elapsedTime / 1000)
    const ms = Number(reply.elapsedTime.toFixed(1))
    request.log[level]({ method, route, status, ms }, 'request')
    done()
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    visitorRenderer: VisitorRenderer
    replica: Replica | undefined
    sharedResults: SharedResults
    /** Apart, so that guests never wait for a report. */
    sharedReports: SharedResults
    /** Registered endpoints, which `assertAllRouted` compares with the contract. */
    routed: Set<Endpoint>
    /** Whether the process is about to end, which `/readyz` tells proxies. */
    lifecycle: { ending: boolean }
    /** Reads the metrics of all processes of the app, as text. */
    readMetrics: () => Promise<string>
  }
  interface FastifyRequest {
    ctx: Context
    /** Null when the route accepts no files, or the body is not multipart. */
    uploads: Uploads | null
  }
}

/** Creates the web application, ready to listen or for injected requests. */
export async function createApp(options: {
  config: Config
  pool: pg.Pool
  wakeEmailWorker: () => void
  wake: Context['wake']
  /** Where public pages are read from while it is fresh. */
  replica?: Replica
  /** How long and how much guests share; the defaults are those of decision 033. */
  sharing?: SharedResultsOptions
}) {
  const { config, pool, wakeEmailWorker, wake } = options
  const { trustProxy } = config
  const app = fastify({
    loggerInstance: log.child({}, { level: config.logLevel }) as FastifyBaseLogger,
    genReqId: makeRequestId(config),
    logController: new LogController({ disableRequestLogging: true }),
    // A number means this many proxies, nearest first.
    trustProxy: typeof trustProxy === 'number' ? (_: string, hop: number) => hop < trustProxy : trustProxy,
    forceCloseConnections: 'idle',
    // A request on an open connection is answered, and its answer closes the connection.
    return503OnClosing: false,
    ...timeouts,
    clientErrorHandler: refuseUnparsed,
    // A long path parameter should reach its route and get its usual answer.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 100_000 },
    rewriteUrl: readableUrl,
  })
  const secure = isSecure(config)
  const db = databaseOf(pool)
  const files = await openFiles(config)

  app.decorate('replica', options.replica)
  app.decorate('sharedResults', createSharedResults(options.sharing))
  app.decorate('sharedReports', createSharedResults(options.sharing))
  app.decorate('routed', new Set<Endpoint>())
  app.decorate('lifecycle', { ending: false })
  app.decorate('readMetrics', openMetrics(pool, config))
  app.decorateRequest('ctx')
  app.decorateRequest('uploads', null)
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(serializerCompiler)
  handleErrors(app, (error, request, reply) =>
    sendPage(request, reply, errorPage(error, request), error.status),
  )

  app.addHook('onResponse', reportRequest(config))
  app.addHook('onResponse', stopParsing)
  app.addHook('onRequest', endSlowBodies)
  // Compressed bodies are refused: 15 KB can unpack to 20 GB, which goes on after the answer, and nothing of ours sends them.
  await app.register(compress, { threshold: 1024, requestEncodings: ['identity'] })
  await app.register(cookie, { secret: config.appSecret })
  await app.register(multipart, {
    attachFieldsToBody: 'keyValues',
    onFile: await fileReceiver(config),
    limits: { files: 0, fields: 40, parts: 40, fieldSize: 25_000, headerPairs: 50 },
  })
  app.removeContentTypeParser(['text/plain', 'application/json'])
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body as string
    if (text === '' || request.routeOptions.config.rawBody) return done(null, text || undefined)
    if (nestsTooDeep(text)) return done(new AppError('invalid', 'The request could not be read.'), undefined)
    return parseJson(request, text, done)
  })
  // Outside the session's scope: public caches must not store a response with a cookie.
  await openWeb(app, config)
  storedPictures(app, { db, files })
  await helpPictures(app)
  const setSecurityHeaders = helmet({
    contentSecurityPolicy: config.development ? false : contentSecurityPolicy(app.visitorRenderer, secure),
    strictTransportSecurity: secure && { maxAge: 31_536_000 },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'sameorigin' },
  })
  app.addHook('onRequest', ({ raw }, reply, done) => setSecurityHeaders(raw, reply.raw, done as () => void))
  app.addHook('onRequest', refuseForeignHosts(config))
  app.addHook('onRequest', refuseForeignWrites(config))
  embedScript(app)
  deskWorker(app)
  await app.register(swagger, {
    openapi: { info: { title: 'Trunkshow', version: '1' } },
    transform: describeRoute,
  })

  await app.register(async (app) => {
    await app.register(session, {
      secret: config.appSecret.padEnd(32, '.'),
      cookieName: cookieName(config, 'session'),
      cookie: { ...cookieOptions(config), maxAge: SESSION_LIFE_MS },
      store: sessionStore(db),
      rolling: true,
      saveUninitialized: false,
    })
    app.addHook('onRequest', async (request) => {
      const actor = request.session?.actor ?? null
      const grants = readGrants(config, request)
      request.ctx = { config, db, files, actor, address: request.ip, grants, wakeEmailWorker, wake }
    })
    for (const routes of [
      sessionRoutes,
      companyRoutes,
      eventRoutes,
      slotRoutes,
      bookingRoutes,
      customerRoutes,
      productRoutes,
      customizationRoutes,
      templateRoutes,
      tourRoutes,
      calendarRoutes,
      deskRoutes,
      waitlistRoutes,
      discountRoutes,
      measurementRoutes,
      orderRoutes,
      importRoutes,
      shopifyRoutes,
      proposalRoutes,
      makingRoutes,
      stripeRoutes,
      activityRoutes,
      assigneeRoutes,
      emailRoutes,
      privacyRoutes,
      followUpRoutes,
      homeRoutes,
      reportRoutes,
    ])
      routes(app)
    assertAllRouted(app)
    app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
    for (const pages of [
      eventPages,
      bookingPages,
      emailPages,
      privacyPages,
      proposalPages,
      stripePages,
      helpPages,
      operatorRoutes,
    ])
      pages(app)
    if (config.development) previewPages(app)
  })
  return app
}
