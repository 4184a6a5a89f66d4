import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { MultipartFile } from '@fastify/multipart'
import type { Endpoint } from '@trunkshow/contract/api.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { imageMessages, MEGABYTE } from '@trunkshow/contract/images.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** A file that came with a request, within the limit of its field. It is gone when the request is answered. */
export interface Upload {
  read: () => Promise<Buffer>
}

type Images = NonNullable<Endpoint['images']>

/** The files of one request. */
interface Uploads {
  images: Images
  received: Record<string, Upload>
  /** Why one is not taken. It is told when the body has been read to its end: who still sends does not listen. */
  refusal?: AppError
  open: Set<FileHandle>
  ended: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null where no files can be sent. */
    uploads: Uploads | null
  }
}

/** What the multipart parser is told of a route that takes these: how many files; `receiveFile` measures them. */
export function multipartOptionsFor(images: Images) {
  return { limits: { files: Object.keys(images).length, fileSize: Number.POSITIVE_INFINITY } }
}

/** Lets a request bring these pictures, until it is answered or given up. */
export function acceptUploads(request: FastifyRequest, reply: FastifyReply, images: Images) {
  const uploads: Uploads = { images, received: {}, open: new Set(), ended: false }
  request.uploads = uploads
  reply.raw.once('close', () => {
    uploads.ended = true
    for (const file of uploads.open) closeFile(uploads, file)
  })
}

/** @throws AppError when a file of the request was refused */
export async function assertUploads({ uploads }: FastifyRequest) {
  if (uploads?.refusal) throw uploads.refusal
}

/**
 * What takes the files of multipart bodies. Each goes to a file of DATA_DIR/tmp that loses its name as soon as it
 * is open: whatever ends the request, or the process, nothing of it stays.
 */
export async function fileReceiver({ dataDir }: Config) {
  const folder = join(dataDir, 'tmp')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return async function receiveFile(this: FastifyRequest, part: MultipartFile) {
    const uploads = this.uploads!
    const refusal = refusalOf(part, uploads)
    if (refusal) {
      uploads.refusal ??= refusal
      part.file.resume()
      return
    }
    const limit = uploads.images[part.fieldname]!.megabytes
    const file = await openNameless(folder)
    uploads.open.add(file)
    const size = await store(part, file, limit * MEGABYTE).catch((error) => {
      closeFile(uploads, file)
      throw error
    })
    if (uploads.ended) closeFile(uploads, file)
    if (size > limit * MEGABYTE)
      uploads.refusal = refuseFile(part, 'too_large', imageMessages.tooLarge(limit))
    // A field where nothing was chosen comes as an empty file without a name.
    if (size > 0 || part.filename)
      uploads.received[part.fieldname] = { read: () => readAll(uploads, file, size) }
  }
}

function refusalOf(part: MultipartFile, { images, received, refusal }: Uploads): AppError | undefined {
  if (refusal) return refusal
  if (!images[part.fieldname]) return refuseFile(part, 'invalid', 'No file can be sent as this.')
  if (received[part.fieldname]) return refuseFile(part, 'invalid', 'Only one file can be sent as this.')
  return undefined
}

function refuseFile({ fieldname }: MultipartFile, code: 'invalid' | 'too_large', message: string) {
  return new AppError(code, message, { fields: { [fieldname]: message } })
}

async function openNameless(folder: string): Promise<FileHandle> {
  const path = join(folder, randomUUID())
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}

/** Writes up to the limit and reads on to the end. @returns the bytes that came */
async function store({ file: stream }: MultipartFile, file: FileHandle, limit: number): Promise<number> {
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= limit) await file.write(chunk)
  }
  return size
}

async function readAll(uploads: Uploads, file: FileHandle, size: number): Promise<Buffer> {
  if (uploads.ended) throw new AppError('invalid', 'The request was given up.')
  const content = Buffer.alloc(size)
  for (let at = 0; at < size; ) at += (await file.read(content, at, size - at, at)).bytesRead
  return content
}

function closeFile(uploads: Uploads, file: FileHandle) {
  if (uploads.open.delete(file)) file.close().catch(() => {})
}
