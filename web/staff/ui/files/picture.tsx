import { Box } from '@mantine/core'
import { eventImages, photoImage, srcSetOf } from '@trunkshow/contract/images.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import surfaces from '../page/surfaces.module.css'
import styles from './photo.module.css'

const PREVIEW_WIDTH = 960

/** Every kind of image with its widths and largest file. */
export const pictureKinds = { ...eventImages, ...photoImage }
export type PictureKind = keyof typeof pictureKinds

/** The value of an image field: a stored image's URL, a newly selected file, or null. */
export type PictureSource = string | File | null

interface PictureProps {
  kind: PictureKind
  source: string | File
  alt: string
  /** As in `<img sizes>`; determines which stored version is fetched. */
  sizes?: string
  className?: string
  /** Shown if the image can't be displayed. */
  fallback: ReactNode
}

/** A stored image, or a selected file before it is uploaded. */
export function Picture({ source, fallback, ...props }: PictureProps) {
  const [failed, setFailed] = useState<string | File>()
  if (failed === source) return fallback
  if (typeof source !== 'string')
    return <FilePreview file={source} alt={props.alt} className={props.className} onFail={setFailed} />
  const { kind, alt, sizes, className } = props
  return (
    <img
      src={source}
      srcSet={srcSetOf(source, pictureKinds[kind])}
      sizes={sizes}
      alt={alt}
      className={className}
      loading="lazy"
      onError={() => setFailed(source)}
    />
  )
}

interface FilePreviewProps {
  file: File
  alt: string
  className?: string
  onFail: (file: File) => void
}

/** Drawn on a canvas at display size, because the CSP forbids blob: image URLs. */
function FilePreview({ file, alt, className, onFail }: FilePreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let shown = true
    createImageBitmap(file, { resizeWidth: PREVIEW_WIDTH, resizeQuality: 'medium' })
      .then((bitmap) => {
        if (!shown || !canvas.current) return bitmap.close()
        canvas.current.width = bitmap.width
        canvas.current.height = bitmap.height
        canvas.current.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
      })
      .catch(() => shown && onFail(file))
    return () => {
      shown = false
    }
  }, [file, onFail])
  return (
    <canvas
      ref={canvas}
      {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
      className={className}
    />
  )
}

interface PhotoProps {
  /** The stored photo's URL; null for none. */
  source: string | null
  /** The record's name; its first letter is shown without a photo. */
  name: string
  /** As in `<img sizes>`. */
  sizes: string
  /** Of a small square, in pixels; as large as its place by default. */
  square?: number
}

/** The photo of a product or option, or a panel with its initial. */
export function Photo({ source, name, sizes, square }: PhotoProps) {
  const initial = (
    <span className={styles.initial} aria-hidden="true">
      {[...name][0]?.toUpperCase()}
    </span>
  )
  return (
    <Box
      component="span"
      flex="none"
      w={square ?? '100%'}
      h={square ?? '100%'}
      bdrs={square && 'sm'}
      className={styles.photo}
    >
      {source ? (
        <Picture
          kind="photo"
          source={source}
          alt=""
          sizes={sizes}
          className={surfaces.cover}
          fallback={initial}
        />
      ) : (
        initial
      )}
    </Box>
  )
}
