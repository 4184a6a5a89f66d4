/**
 * Pictures that hosts upload, and how pages show them (docs/product.md, Pictures). A stored picture has one
 * address, that of its widest version; the narrower ones are found from it.
 */
export interface ImageKind {
  /** The largest file that is taken. */
  megabytes: number
  /** Widths in pixels that are made of it, narrowest first; none is wider than the picture itself. */
  widths: readonly number[]
}

export const eventImages = {
  logo: { megabytes: 2, widths: [96, 192, 384] },
  banner: { megabytes: 20, widths: [480, 960, 1920] },
} as const satisfies Record<string, ImageKind>

/** Photos of products and of options. */
export const photoImage = { photo: { megabytes: 20, widths: [160, 480, 960] } } as const satisfies Record<
  string,
  ImageKind
>

export type EventImage = keyof typeof eventImages

export const imageMessages = {
  notImage: 'Please upload an image file',
  asFile: 'Upload the photo as a file, not as a link',
  notImages: 'Please upload image files only',
  tooLarge: (megabytes: number) => `File size exceeds ${megabytes}MB limit`,
  /** @param format as people call it, `PNG` */
  tooManyPixels: (megapixels: number, format: string, limit: number) =>
    `This picture has ${megapixels} megapixels; the limit is ${limit} for ${format}. Please upload a smaller one${format === 'JPEG' ? '' : ', or save it as a JPEG'}.`,
  heic: 'HEIC photos can’t be opened here. Please upload a JPEG: share the photo as a JPEG, or on your iPhone choose Settings > Camera > Formats > Most Compatible.',
  /** @param limit in megabytes */
  tooDense: (limit: number) =>
    `An AVIF picture may have up to ${limit}MB. Please upload a smaller one, or save it as a JPEG.`,
  /** The process that decodes it ended: perhaps by the picture, perhaps for want of memory. */
  interrupted: 'This picture couldn’t be processed. Try again, or upload a different one.',
  /** Others of the same server wait to be made smaller. */
  busy: 'Too many pictures are being processed right now. Wait a moment, then try again.',
} as const

/** Bytes in a megabyte of a limit. */
export const MEGABYTE = 1024 * 1024

/** The widths that are made of a picture so many pixels wide, narrowest first; the last is its own or the largest. */
export function widthsOf({ widths }: ImageKind, width: number): number[] {
  const widest = Math.min(width, widths.at(-1)!)
  return [...widths.filter((narrower) => narrower < widest), widest]
}

/** Where a stored picture is found. */
export function imageUrl(hash: string, width: number): string {
  return `/uploads/images/${hash}/${width}.webp`
}

/**
 * The `srcset` of a stored picture: `/uploads/images/4f…/960.webp` of a banner → the versions 480 and 960.
 *
 * @param url as an event carries it; undefined for any other address
 */
export function srcSetOf(url: string, kind: ImageKind): string | undefined {
  const [, hash, widest] = url.match(/^\/uploads\/images\/(\w+)\/(\d+)\.webp$/) ?? []
  if (!hash) return undefined
  return widthsOf(kind, Number(widest))
    .map((width) => `${imageUrl(hash, width)} ${width}w`)
    .join(', ')
}
