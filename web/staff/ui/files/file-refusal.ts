import { imageMessages } from '@trunkshow/contract/images.ts'

const MEGABYTE = 1024 * 1024

/** Whether a file is a HEIC photo; many browsers report no type for those. */
export function isHeic({ type, name }: File): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)
}

/** Why the first of these files can't be used as the image; undefined if it can (docs/product.md, Pictures). */
export function refusalOf(files: readonly File[], megabytes: number): string | undefined {
  if (files.some(isHeic)) return imageMessages.heic
  if (!files.every(({ type }) => type.startsWith('image/')))
    return files.length > 1 ? imageMessages.notImages : imageMessages.notImage
  if (files[0]!.size > megabytes * MEGABYTE) return imageMessages.tooLarge(megabytes)
}
