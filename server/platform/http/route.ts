import { Readable } from 'node:stream'
import { type Access, type Endpoint, listEndpoints } from '@trunkshow/contract/api.ts'
import { AppError, errorBody, forbidden } from '@trunkshow/contract/errors.ts'
import { MEGABYTE } from '@trunkshow/contract/images.ts'
import { coHostRights, mayDo, type Right } from '@trunkshow/contract/permissions.ts'
import { sessionMessages } from '@trunkshow/contract/session/messages.ts'
import { and, eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { z } from 'zod'
import type { Context, StaffContext } from '../../context.ts'
import { users } from '../db/schema/company.ts'
import { compileValidator } from './errors.ts'
import { type FileKind, filesOf, MAX_TEXT_BYTES, multipartOptionsFor } from './file-kinds.ts'
import { type AskedPage, answerList, type List, type Page, readPage } from './paging.ts'
import {
  acceptUploads,
  assertUploads,
  isMultipart,
  receiveBody,
  type Upload,
  type UploadedFile,
} from './uploads.ts'

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Answer<E extends Endpoint> = E extends { isPaged: true; output: z.ZodArray<infer Row> }
  ? List<z.output<Row>>
  : E['output'] extends infer S extends z.ZodType
    ? z.output<S>
    : unknown
type ContextFor<A extends Access> = A extends 'public' | 'token' ? Context : StaffContext

interface Call<E extends Endpoint> {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  /** The page of a list that is asked for. */
  page: E extends { isPaged: true } ? Page : undefined
  /** As JSON that is not parsed, with `storedBody`. */
  body: E extends { storedBody: true } ? UploadedFile : Parsed<E['body']>
  /** Uploaded pictures by field. */
  uploads: Partial<Record<keyof NonNullable<E['images']>, Upload>>
  /** All uploaded files in the order they arrived. */
  files: readonly UploadedFile[]
  request: FastifyRequest
  reply: FastifyReply
}

declare module 'fastify' {
  /** What hooks and parsers know of a route. */
  interface FastifyContextConfig {
    /** Whether the body stays text. */
    rawBody?: boolean
    /** Whether it is files or a large body, which may take longer than a form. */
    largeBody?: boolean
    files?: readonly FileKind[]
    /** Whether it answers under any host name, such as for a load balancer that uses the IP address. */
    anyHost?: boolean
  }
}

/** @throws AppError signed_out; forbidden for an insufficient role (docs/product.md, What a role may do) */
export function assertAccess<A extends Access>(access: A, ctx: Context): asserts ctx is ContextFor<A> {
  if (access === 'public' || access === 'token') return
  if (!ctx.actor) throw new AppError('signed_out', sessionMessages.signedOut)
  if (access === 'signed-in') return
  const { role, coHostOf } = ctx.actor
  const rights: readonly Right[] = typeof access === 'string' ? [access] : access
  if (rights.some((right) => mayDo(role, right))) return
  // The query's own scope, `withinReach`, limits co-hosts to their events.
  if (coHostOf.length === 0 || !rights.some((right) => coHostRights.includes(right))) {
    throw forbidden()
  }
}

/**
 * Checks the caller's right again and locks it until the transaction ends: access they grant would outlast a lost role.
 *
 * @throws AppError forbidden
 */
export async function assertStillAllowed({ db, actor }: StaffContext, right: Right) {
  const [caller] = await db
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.id, actor.userId), eq(users.companyId, actor.companyId), users.isActive))
    .for('share')
  if (!caller || !mayDo(caller.role, right)) throw forbidden()
}

/**
 * Registers an endpoint, as all are: checks access before it reads input, then parses and serializes by the schemas.
 *
 * @param options.admitFiles called before the first byte of a file is stored, where anyone may send files
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (ctx: ContextFor<E['access']>, call: Call<E>) => Promise<Answer<E>>,
  { admitFiles }: { admitFiles?: (ctx: Context) => Promise<void> } = {},
) {
  const { method, path, access, params, query, body, attachments, bodyMegabytes, output } = endpoint
  const { mayReturnAccepted, isPaged, rawBody, storedBody } = endpoint
  const files = filesOf(endpoint)
  const fromGuests = access === 'public'
  const status = endpoint.status ?? (output ? 200 : 204)
  app.routed.add(endpoint)
  app.route({
    method,
    url: path,
    schema: {
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(output && {
        response: { [status]: output, ...(mayReturnAccepted && { 202: output }), default: errorBody },
      }),
    },
    config: {
      // Webhooks are large and raw, but sent by a machine, which is fast.
      largeBody: files.length > 0 || (bodyMegabytes !== undefined && !rawBody),
      ...(rawBody && { rawBody }),
      ...(files.length > 0 && { files, multipartOptions: multipartOptionsFor(files, { fromGuests }) }),
    },
    ...(bodyMegabytes && { bodyLimit: bodyMegabytes * MEGABYTE }),
    ...(attachments && !fromGuests && { bodyLimit: MAX_TEXT_BYTES }),
    ...(files.length > 0 && { preValidation: assertUploads }),
    ...(storedBody && storing(bodyMegabytes! * MEGABYTE)),
    onRequest: async (request, reply) => {
      assertAccess(access, request.ctx)
      if (storedBody || (files.length > 0 && isMultipart(request)))
        acceptUploads(request, reply, files, admitFiles && (() => admitFiles(request.ctx)))
    },
    handler: async (request, reply) => {
      const { ctx, params, query } = request
      const files = request.uploads?.received ?? []
      const body = storedBody ? files[0] : request.body
      const uploads: object = Object.fromEntries(files.map((file) => [file.field, file]))
      const page = (isPaged && readPage(query as AskedPage)) as Call<E>['page']
      const call = { params, query, page, body, uploads, files, request, reply } as Call<E>
      reply.header('cache-control', 'no-store')
      const answer = await handler(ctx as ContextFor<E['access']>, call)
      if (reply.statusCode !== 202) reply.code(status)
      if (isPaged) return answerList(request, reply, answer as List<unknown>)
      return output ? answer : reply.send()
    },
  })
}

/** Stores a JSON body of at most `limit` bytes instead of parsing it: the code that reads it does. */
function storing(limit: number): Pick<RouteOptions, 'preParsing' | 'validatorCompiler'> {
  return {
    async preParsing(request, _reply, payload) {
      const { 'content-type': type = 'application/json', 'content-length': length } = request.headers
      // Fastify refuses these itself.
      if (!/^application\/json\b/i.test(type) || Number(length) > limit) return payload
      await receiveBody(request, payload as AsyncIterable<Buffer>, limit)
      return Object.assign(Readable.from([]), { receivedEncodedLength: Number(length) })
    },
    validatorCompiler: (part) =>
      part.httpPart === 'body' ? (value) => ({ value }) : compileValidator(part as never),
  }
}

/** Throws at the start when an endpoint of the contract has no route. */
export function assertAllRouted(app: FastifyInstance) {
  const missing = listEndpoints().filter(({ endpoint }) => !app.routed.has(endpoint))
  if (missing.length > 0) throw new Error(`No route for ${missing.map(({ name }) => name).join(', ')}`)
}
