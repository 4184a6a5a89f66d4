import { companyImages, imageUrl, readImageUrl, widthsOf } from '@trunkshow/contract/images.ts'
import type { Disk } from 'flydrive'
import { pictureKey } from '../files/in-turn.ts'
import { log } from '../log/log.ts'

/** The largest logo in an email, in CSS pixels: with the margins of the layout, it fits a phone of 320. */
export const logoBox = { width: 200, height: 48 }
/** The pixels of a sharp screen for each CSS pixel. */
const DENSITY = 2
const MAX_REMEMBERED = 1000

/** A logo as emails show it. */
export interface EmailLogo {
  /** The path of a PNG (decision 068). */
  url: string
  /** CSS pixels. */
  width: number
  height: number
}

/** The logos read last, by their URL, which changes with the picture. */
const remembered = new Map<string, EmailLogo>()

/**
 * Reads how an email shows a logo: as the narrowest stored version that is sharp, in its own shape.
 *
 * @param logoUrl as in a company
 * @returns undefined for none, and for one that can't be read now: the email goes without it
 */
export async function readEmailLogo(files: Disk, logoUrl: string | null): Promise<EmailLogo | undefined> {
  const image = logoUrl && readImageUrl(logoUrl)
  if (!image) return undefined
  const known = remembered.get(logoUrl)
  if (known) return known
  try {
    const size = sizeOfWebp(await files.getBytes(pictureKey(image.hash, image.width)))
    const scale = Math.min(1, logoBox.width / size.width, logoBox.height / size.height)
    const shown = (pixels: number) => Math.max(1, Math.round(pixels * scale))
    const versions = widthsOf(companyImages.logo, image.width)
    const version = versions.find((width) => width >= DENSITY * shown(size.width)) ?? image.width
    const logo = {
      url: imageUrl(image.hash, version, 'png'),
      width: shown(size.width),
      height: shown(size.height),
    }
    if (remembered.size === MAX_REMEMBERED) remembered.delete(remembered.keys().next().value!)
    remembered.set(logoUrl, logo)
    return logo
  } catch (err) {
    log.error({ err }, 'An email goes without its logo, which cannot be read.')
    return undefined
  }
}

/** Where each kind of WebP file has its dimensions, and how (RFC 9649, 2.5 to 2.7). */
const sizes: Record<string, (view: DataView) => { width: number; height: number }> = {
  'VP8 ': (view) => ({ width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }),
  VP8L: (view) => {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
  },
  VP8X: (view) => ({
    width: (view.getUint32(24, true) & 0xffffff) + 1,
    height: (view.getUint32(26, true) >>> 8) + 1,
  }),
}

/** Reads a picture's dimensions, in pixels, from its header (decision 030). @throws Error for a file that is no WebP */
function sizeOfWebp(file: Uint8Array): { width: number; height: number } {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const read = sizes[Buffer.from(file.subarray(12, 16)).toString('latin1')]
  if (!read) throw new Error('A stored picture is no WebP file')
  return read(view)
}
