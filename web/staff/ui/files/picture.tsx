import { eventImages, photoImage, srcSetOf } from '@trunkshow/contract/images.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'

const PREVIEW_WIDTH = 960

/** Every kind of picture with its widths and its largest file. */
export const pictureKinds = { ...eventImages, ...photoImage }
export type PictureKind = keyof typeof pictureKinds

/** A picture field: the address of a stored picture, a file chosen just now, or none. */
export type PictureSource = string | File | null

interface PictureProps {
  kind: PictureKind
  source: string | File
  alt: string
  /** As of `<img sizes>`; which stored version is fetched depends on it. */
  sizes?: string
  className?: string
  /** In place of a picture that cannot be shown. */
  fallback: ReactNode
}

/** A stored picture, or a chosen file before it is sent. */
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

/** Drawn on a canvas at screen size: the page may load images of this site alone, so no blob: address would show. */
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
