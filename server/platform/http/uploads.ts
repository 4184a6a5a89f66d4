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
interface Uploads {
  kinds: readonly FileKind[]
  received: UploadedFile[]
  /** Called before the first byte of a file is stored; a rejection rejects the file. */
  admit: (() => Promise<void>) | undefined
  /** Why a file is rejected. Thrown when the body has been read, since a client that still sends does not read. */
  refusal?: AppError
  /** The temporary file that holds all files, one after another. */
  file?: FileHandle
  /** How many bytes of it are used. */
  end: number
  /** Aborted when the request was aborted or answered. */
  ended: AbortSignal
}

/** The range of one file in the temporary file, in bytes. */
interface FileRange {
  at: number
  size: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null when the route accepts no files, or the body is not multipart. */
    uploads: Uploads | null
  }
  interface FastifyContextConfig {
    /** Files the route accepts. */
    files?: readonly FileKind[]
  }
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
  const uploads: Uploads = { kinds, received: [], admit, end: 0, ended: endingOf(reply) }
  request.uploads = uploads
  uploads.ended.addEventListener('abort', () => uploads.file?.close().catch(() => {}))
}

/** Aborted when the request was aborted or answered. */
export function endingOf(reply: FastifyReply): AbortSignal {
  const ended = new AbortController()
  reply.raw.once('close', () => ended.abort(abortedError()))
  return ended.signal
}

/** @throws AppError when a file of the request was rejected, or a text was cut off by the parser */
export async function assertUploads({ uploads, body }: FastifyRequest) {
  if (uploads?.refusal) throw uploads.refusal
  const texts = Object.values(body ?? {}).flat()
  if (texts.some((text) => typeof text === 'string' && Buffer.byteLength(text) >= MAX_TEXT_BYTES))
    throw new AppError('too_large', 'What was sent is too large.')
}

/** Returns the receiver of multipart files: a request's go to one file in DATA_DIR/tmp, unlinked once it is open. */
export async function fileReceiver(config: Config) {
  const folder = folderOf(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return async function receiveFile(this: FastifyRequest, part: MultipartFile) {
    const uploads = this.uploads!
    const kind = uploads.kinds.find((kind) => matchesKind(kind, part.fieldname))
    if (kind) part.fieldname = numbered(part.fieldname, kind, uploads)
    uploads.refusal ??= refusalOf(part, kind, uploads)
    if (uploads.refusal || !kind) {
      part.file.resume()
      return
    }
    uploads.file ??= await openUnlinked(folder)
    if (uploads.ended.aborted) await uploads.file.close()
    const limit = kind.megabytes * MEGABYTE
    const { size, hash } = await store(part.file, uploads, limit)
    if (uploads.refusal) return
    if (size > limit) {
      uploads.refusal = refuseFile(part, 'too_large', imageMessages.tooLarge(kind.megabytes))
    } else if (size > 0 || part.filename) {
      // An empty file field sends an empty file without a name.
      uploads.received.push(uploadedFile(part, uploads, hash, { at: uploads.end, size }))
      uploads.end += size
    }
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
  uploads.file = await openUnlinked(folderOf(request.ctx.config))
  const { size, hash } = await store(payload, uploads, limit)
  if (uploads.refusal) throw uploads.refusal
  if (size > limit) throw new AppError('too_large', 'What was sent is too large.')
  const body = uploadedFile({ fieldname: 'body', filename: '' }, uploads, hash, { at: 0, size })
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

function refusalOf(part: MultipartFile, kind: FileKind | undefined, { received }: Uploads) {
  if (!kind) return refuseFile(part, 'invalid', 'No file can be sent as this.')
  const name = part.fieldname
  const twice =
    received.some(({ field }) => field === name) && (kind.maxFiles === 1 || !kind.fields.includes(name))
  if (twice) return refuseFile(part, 'invalid', 'Only one file can be sent as this.')
  if (received.filter(({ field }) => matchesKind(kind, field)).length < kind.maxFiles) return undefined
  return refuseFile(part, 'too_large', `At most ${kind.maxFiles} files can be sent at once.`)
}

/** Tells repeated parts of one name apart, for errors: `files`, `files_1`. */
function numbered(name: string, { fields, maxFiles }: FileKind, { received }: Uploads): string {
  const before = received.filter(({ field }) => field.replace(/_\d+$/, '') === name).length
  return before > 0 && maxFiles > 1 && fields.includes(name) ? `${name}_${before}` : name
}

function refuseFile({ fieldname }: MultipartFile, code: 'invalid' | 'too_large', message: string) {
  return fieldError(code, fieldname, message)
}

function uploadedFile(
  part: Pick<MultipartFile, 'fieldname' | 'filename'>,
  uploads: Uploads,
  hash: string,
  range: FileRange,
): UploadedFile {
  return {
    field: part.fieldname,
    name: oneLine(part.filename),
    hash,
    abortSignal: uploads.ended,
    get size() {
      return range.size
    },
    read: (maxBytes = range.size) => readAt(uploads, range.at, Math.min(maxBytes, range.size)),
    async *pieces(bytes) {
      for (let at = 0; at < range.size; at += bytes)
        yield await readAt(uploads, range.at + at, Math.min(bytes, range.size - at))
    },
    async replace(content) {
      range = { at: uploads.end, size: content.length }
      uploads.end += content.length
      await writeAt(uploads, content, range.at)
    },
  }
}

async function openUnlinked(folder: string): Promise<FileHandle> {
  const path = join(folder, randomUUID())
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}

let last: Promise<unknown> = Promise.resolve()

/** Handles chunks of all uploads one at a time, with other requests in between (decision 030). */
function waitForTurn(): Promise<unknown> {
  last = last.then(() => setImmediate())
  return last
}

/** Writes a file up to its limit and drains the rest. @returns the bytes received, and their hash */
async function store(file: AsyncIterable<Buffer>, uploads: Uploads, limit: number) {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of file) {
    size += chunk.length
    await waitForTurn()
    uploads.refusal ??= await admitOnce(uploads)
    if (uploads.refusal || size > limit) continue
    hash.update(chunk)
    await writeAt(uploads, chunk, uploads.end + size - chunk.length)
  }
  return { size, hash: hash.digest('hex') }
}

async function writeAt(uploads: Uploads, content: Buffer, at: number) {
  for (let done = 0; done < content.length; )
    done += (await openFile(uploads).write(content, done, content.length - done, at + done)).bytesWritten
}

async function readAt(uploads: Uploads, at: number, size: number): Promise<Buffer> {
  const content = Buffer.alloc(size)
  for (let done = 0; done < size; )
    done += (await openFile(uploads).read(content, done, size - done, at + done)).bytesRead
  return content
}

function openFile({ file, ended }: Uploads): FileHandle {
  if (ended.aborted || !file) throw abortedError()
  return file
}

const abortedError = () => new AppError('invalid', 'The request was given up.')
