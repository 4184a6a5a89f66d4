/**
 * Images that hosts upload, and how pages show them (docs/product.md, Pictures). An image is stored with the URL of
 * its widest version; the URLs of narrower ones derive from it.
 */
export interface ImageKind {
  /** The largest upload. */
  megabytes: number
  /** Widths in pixels to generate, narrowest first; none is wider than the image itself. */
  widths: readonly number[]
}

export const eventImages = {
  logo: { megabytes: 2, widths: [96, 192, 384] },
  banner: { megabytes: 20, widths: [480, 960, 1920] },
} as const satisfies Record<string, ImageKind>

/** A company's logo, in the sizes of an event's. */
export const companyImages = { logo: eventImages.logo } as const satisfies Record<string, ImageKind>

/** Photos of products and of options. */
export const photoImage = { photo: { megabytes: 20, widths: [160, 480, 960] } } as const satisfies Record<
  string,
  ImageKind
>

/** Photos that guests send with a booking, for the host's eyes only. */
export const guestPhoto = { megabytes: 20, widths: [1600] } as const satisfies ImageKind

export type EventImage = keyof typeof eventImages

/** The message for a file above its limit; guest pages have it without the others. */
export const fileTooLarge = (megabytes: number) => `File size exceeds ${megabytes}MB limit`

export const imageMessages = {
  notImage: 'Please upload an image file',
  asFile: 'Upload the photo as a file, not as a link',
  notImages: 'Please upload image files only',
  tooLarge: fileTooLarge,
  /** @param format as displayed, such as `PNG` */
  tooManyPixels: (megapixels: number, format: string, limit: number) =>
    `This picture has ${megapixels} megapixels; the limit is ${limit} for ${format}. Please upload a smaller one${format === 'JPEG' ? '' : ', or save it as a JPEG'}.`,
  heic: 'HEIC photos can’t be opened here. Please upload a JPEG: share the photo as a JPEG, or on your iPhone choose Settings > Camera > Formats > Most Compatible.',
  /** @param limit in megabytes */
  tooDense: (limit: number) =>
    `An AVIF picture may have up to ${limit}MB. Please upload a smaller one, or save it as a JPEG.`,
  /** The process decoding it exited, because of the image or for lack of memory. */
  interrupted: 'This picture couldn’t be processed. Try again, or upload a different one.',
  /** Too many images are being resized at once. */
  busy: 'Too many pictures are being processed right now. Wait a moment, then try again.',
  /** The disk is full, or the storage doesn't answer. */
  notStored: 'Files can’t be saved right now, so nothing was changed. Please try again in a few minutes.',
  notRead: 'This file can’t be opened right now. Please try again in a few minutes.',
} as const

/** Bytes in a megabyte. */
export const MEGABYTE = 1024 * 1024

/** The widths generated for an image of this width, narrowest first; the last is its own or the largest. */
export function widthsOf({ widths }: ImageKind, width: number): number[] {
  const widest = Math.min(width, widths.at(-1)!)
  return [...widths.filter((narrower) => narrower < widest), widest]
}

/** The URL of a stored image. */
export function imageUrl(hash: string, width: number): string {
  return `/uploads/images/${hash}/${width}.webp`
}

/**
 * The `srcset` of a stored image: `/uploads/images/4f…/960.webp` of a banner → the versions 480 and 960.
 *
 * @param url the image's URL, as in an event
 * @returns undefined if it isn't a stored image
 */
export function srcSetOf(url: string, kind: ImageKind): string | undefined {
  const [, hash, widest] = url.match(/^\/uploads\/images\/(\w+)\/(\d+)\.webp$/) ?? []
  if (!hash) return undefined
  return widthsOf(kind, Number(widest))
    .map((width) => `${imageUrl(hash, width)} ${width}w`)
    .join(', ')
}
