/** Images that hosts upload (docs/product.md, Pictures). The URL of the widest is stored, others derive from it. */
export interface ImageKind {
  /** The largest upload. */
  megabytes: number
  /** Widths in pixels to generate, narrowest first; none is wider than the image itself. */
  widths: readonly number[]
  /** Whether its URL says which ground it needs. */
  hasTone?: boolean
}

export const eventImages = {
  logo: { megabytes: 2, widths: [96, 192, 384], hasTone: true },
  banner: { megabytes: 20, widths: [480, 960, 1920] },
} as const satisfies Record<string, ImageKind>

/** A company's logo, in the sizes of an event's. */
export const companyImages = { logo: eventImages.logo } as const satisfies Record<string, ImageKind>

/**
 * What a logo needs to be read in both themes: its ink on a transparent ground, or `white`, a ground of its own that can
 * be left out. `any` needs nothing. The logo's URL ends with it, as in `…/384.webp#dark`, so it is wherever the logo is,
 * also in CSS (web/theme/tokens.css).
 */
export const logoTones = ['dark', 'light', 'white', 'any'] as const
export type LogoTone = (typeof logoTones)[number]

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

export const MEGABYTE = 1024 * 1024

/** The widths generated for an image of this width, narrowest first; the last is its own or the largest. */
export function widthsOf({ widths }: ImageKind, width: number): number[] {
  const widest = Math.min(width, widths.at(-1)!)
  return [...widths.filter((narrower) => narrower < widest), widest]
}

/** What emails (PNG) and link previews (JPEG) show instead of WebP, and the widest, in pixels (decision 068). */
export const otherFormats = { png: 384, jpg: 1200 } as const
export type OtherFormat = keyof typeof otherFormats

/** The URL of a stored image. */
export function imageUrl(hash: string, width: number, format: OtherFormat | 'webp' = 'webp'): string {
  return `/uploads/images/${hash}/${width}.${format}`
}

/** The parts of a stored image's URL; undefined if it isn't one. */
export function readImageUrl(url: string): { hash: string; width: number } | undefined {
  const [, hash, width] = url.match(/^\/uploads\/images\/(\w+)\/(\d+)\.webp(?:#\w+)?$/) ?? []
  return hash ? { hash, width: Number(width) } : undefined
}

/**
 * The `srcset` of a stored image: `/uploads/images/4f…/960.webp` of a banner → the versions 480 and 960.
 *
 * @param url the image's URL, as in an event
 * @returns undefined if it isn't a stored image
 */
export function srcSetOf(url: string, kind: ImageKind): string | undefined {
  const image = readImageUrl(url)
  if (!image) return undefined
  return widthsOf(kind, image.width)
    .map((width) => `${imageUrl(image.hash, width)} ${width}w`)
    .join(', ')
}

/**
 * The JPEG of a stored image for previews of shared links: `/uploads/images/4f…/1920.webp` of a banner → `…/960.jpg`.
 *
 * @param url the image's URL, as in an event
 * @returns undefined if it isn't a stored image
 */
export function previewImageOf(url: string, kind: ImageKind): { url: string; width: number } | undefined {
  const image = readImageUrl(url)
  if (!image) return undefined
  const width = widthsOf(kind, image.width).findLast((width) => width <= otherFormats.jpg)!
  return { url: imageUrl(image.hash, width, 'jpg'), width }
}
