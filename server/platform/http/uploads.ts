import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { MultipartFile } from '@fastify/multipart'
import { AppError, fieldError } from '@trunkshow/contract/errors.ts'
import { imageMessages, MEGABYTE } from '@trunkshow/contract/images.ts'
import { oneLine } from '@trunkshow/contract/person.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { type FileKind, MAX_TEXT_BYTES, matchesKind } from './file-kinds.ts'

export interface Upload {
  /** Bytes. */
  size: number
  /** Reads the content, or this many bytes from its start. */
  read: (maxBytes?: number) => Promise<Buffer>
  /** Aborted when the request was aborted or answered. */
  abortSignal: AbortSignal
}

/** An uploaded file within its field's size limit, deleted when the request is answered. */
export interface UploadedFile extends Upload {
  /** The form field, or the field with a number: `name_0`. */
  field: string
  /** The original file name. */
  name: string
  /** SHA-256 of the uploaded bytes, in hex. */
  hash: string
  /** Reads the content in pieces of this many bytes, so that it is never in memory as a whole. */
  pieces: (bytes: number) => AsyncGenerator<Buffer>
  /** Replaces the content on disk, so that it need not stay in memory. */
  replace: (content: Buffer) => Promise<void>
}

/** The files of one request. */
export interface Uploads {
  kinds: readonly FileKind[]
  received: UploadedFile[]
  /** Called before the first byte of a file is stored; a rejection rejects the file. */
  admit: (() => Promise<void>) | undefined
  /** Why a file is rejected. Thrown when the body has been read, since a client that still sends does not read. */
  refusal?: AppError
  /** The folder of temporary files, and those of the request, which are closed when it ends. */
  folder: string
  opened: FileHandle[]
  /** Aborted when the request was aborted or answered. */
  ended: AbortSignal
}

export const isMultipart = ({ headers }: FastifyRequest) =>
  headers['content-type']?.toLowerCase().startsWith('multipart/') ?? false

/**
 * Accepts these files with a request, until it is answered or aborted.
 *
 * @param admit called once, before the first byte is stored; its rejection rejects the files
 */
export function acceptUploads(
  request: FastifyRequest,
  reply: FastifyReply,
  kinds: readonly FileKind[],
  admit?: () => Promise<void>,
) {
  const ended = endingOf(reply)
  const opened: FileHandle[] = []
  const folder = folderOf(request.ctx.config)
  request.uploads = { kinds, received: [], admit, folder, opened, ended }
  ended.addEventListener('abort', () => opened.map((file) => file.close().catch(() => {})))
}

/** Aborted when the request was aborted or answered. */
export function endingOf(reply: FastifyReply): AbortSignal {
  const ended = new AbortController()
  reply.raw.once('close', () => ended.abort(new AppError('invalid', 'The request was given up.')))
  return ended.signal
}

/** @throws AppError when a file of the request was rejected, or a text was cut off by the parser */
export async function assertUploads({ uploads, body }: FastifyRequest) {
  if (uploads?.refusal) throw uploads.refusal
  const texts = Object.values(body ?? {}).flat()
  if (texts.some((text) => typeof text === 'string' && Buffer.byteLength(text) >= MAX_TEXT_BYTES))
    throw new AppError('too_large', 'What was sent is too large.')
}

export async function fileReceiver(config: Config) {
  await mkdir(folderOf(config), { recursive: true, mode: 0o700 })
  return async function receiveFile(this: FastifyRequest, part: MultipartFile) {
    const uploads = this.uploads!
    const kind = uploads.kinds.find((kind) => matchesKind(kind, part.fieldname))
    if (kind) part.fieldname = numbered(part.fieldname, kind, uploads)
    uploads.refusal ??= refusalOf(part.fieldname, kind, uploads)
    if (uploads.refusal || !kind) {
      part.file.resume()
      return
    }
    const limit = kind.megabytes * MEGABYTE
    const file = await store(part.file, part, uploads, limit)
    if (uploads.refusal) return
    if (file.size > limit)
      uploads.refusal = fieldError('too_large', part.fieldname, imageMessages.tooLarge(kind.megabytes))
    // An empty file field sends an empty file without a name.
    else if (file.size > 0 || part.filename) uploads.received.push(file)
  }
}

const folderOf = ({ dataDir }: Config) => join(dataDir, 'tmp')

/**
 * Stores a whole body as a file, unparsed. `acceptUploads` must have accepted it.
 *
 * @throws AppError too_large; the rejection of `admit`
 */
export async function receiveBody(request: FastifyRequest, payload: AsyncIterable<Buffer>, limit: number) {
  const uploads = request.uploads!
  const body = await store(payload, { fieldname: 'body', filename: '' }, uploads, limit)
  if (uploads.refusal) throw uploads.refusal
  if (body.size > limit) throw new AppError('too_large', 'What was sent is too large.')
  uploads.received.push(body)
}

async function admitOnce(uploads: Uploads): Promise<AppError | undefined> {
  const { admit } = uploads
  uploads.admit = undefined
  try {
    await admit?.()
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

function refusalOf(name: string, kind: FileKind | undefined, { received }: Uploads) {
  if (!kind) return fieldError('invalid', name, 'No file can be sent as this.')
  const twice =
    received.some(({ field }) => field === name) && (kind.maxFiles === 1 || !kind.fields.includes(name))
  if (twice) return fieldError('invalid', name, 'Only one file can be sent as this.')
  if (received.filter(({ field }) => matchesKind(kind, field)).length < kind.maxFiles) return undefined
  return fieldError('too_large', name, `At most ${kind.maxFiles} files can be sent at once.`)
}

/** Tells repeated parts of one name apart, for errors: `files`, `files_1`. */
function numbered(name: string, { fields, maxFiles }: FileKind, { received }: Uploads): string {
  const before = received.filter(({ field }) => field.replace(/_\d+$/, '') === name).length
  return before > 0 && maxFiles > 1 && fields.includes(name) ? `${name}_${before}` : name
}

/** Opens a temporary file of the request, unlinked, so that nothing is left of it once it is closed. */
async function openUnlinked({ folder, opened, ended }: Uploads): Promise<FileHandle> {
  const path = join(folder, randomUUID())
  const file = await open(path, 'wx+', 0o600)
  opened.push(file)
  await rm(path)
  if (ended.aborted) await file.close()
  return file
}

let last: Promise<unknown> = Promise.resolve()

/** Handles chunks of all uploads one at a time, with other requests in between (decision 030). */
function waitForTurn(): Promise<unknown> {
  last = last.then(() => setImmediate())
  return last
}

/** Stores a file up to its limit and drains the rest. @returns it with the bytes received as its size */
async function store(
  source: AsyncIterable<Buffer>,
  { fieldname, filename }: Pick<MultipartFile, 'fieldname' | 'filename'>,
  uploads: Uploads,
  limit: number,
): Promise<UploadedFile> {
  const { ended } = uploads
  const hash = createHash('sha256')
  let file = await openUnlinked(uploads)
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    await waitForTurn()
    uploads.refusal ??= await admitOnce(uploads)
    if (uploads.refusal || size > limit) continue
    hash.update(chunk)
    ended.throwIfAborted()
    await file.writeFile(chunk)
  }
  async function readAt(at: number, bytes: number): Promise<Buffer> {
    const content = Buffer.alloc(Math.min(bytes, size - at))
    for (let done = 0; done < content.length; ) {
      ended.throwIfAborted()
      done += (await file.read(content, done, content.length - done, at + done)).bytesRead
    }
    return content
  }
  return {
    field: fieldname,
    name: oneLine(filename),
    hash: hash.digest('hex'),
    abortSignal: ended,
    get size() {
      return size
    },
    read: (maxBytes = size) => readAt(0, maxBytes),
    async *pieces(bytes) {
      for (let at = 0; at < size; at += bytes) yield await readAt(at, bytes)
    },
    async replace(content) {
      ended.throwIfAborted()
      const replaced = await openUnlinked(uploads)
      ended.throwIfAborted()
      await replaced.writeFile(content)
      file = replaced
      size = content.length
    },
  }
}
