import { Text } from '@mantine/core'
import type { Attachment } from '@trunkshow/contract/orders/schema.ts'
import { useState } from 'react'
import surfaces from '../../ui/page/surfaces.module.css'
import styles from './attachment-list.module.css'

/** File extensions shown as images (docs/product.md, Files); other files are downloaded. */
const previewed = /\.(jpe?g|png|gif|webp|bmp)$/i

interface AttachmentListProps {
  attachments: readonly Attachment[]
}

/** An order's files: images to view, others to download. */
export function AttachmentList({ attachments }: AttachmentListProps) {
  if (attachments.length === 0) return <Text c="dimmed">No attachment found</Text>
  return (
    <ul className={styles.list}>
      {attachments.map((attachment) => (
        <li key={attachment.id}>
          <AttachmentLink attachment={attachment} />
        </li>
      ))}
    </ul>
  )
}

/** A file as a thumbnail or its extension, with its name; opens or downloads it. */
export function AttachmentLink({ attachment }: { attachment: Attachment }) {
  const { filename, filePath, displayName, fileSize } = attachment
  const isPicture = previewed.test(filename)
  const opens = isPicture ? { target: '_blank', rel: 'noopener' } : { download: displayName }
  return (
    <a href={filePath} {...opens} className={styles.link} title={displayName}>
      <span className={styles.frame}>
        {isPicture ? (
          <Preview source={filePath} />
        ) : (
          <span aria-hidden="true">{filename.split('.').at(-1)?.toUpperCase()}</span>
        )}
      </span>
      <Text span truncate className={styles.name}>
        {displayName} <small>{isPicture ? '' : sizeOf(fileSize)}</small>
      </Text>
    </a>
  )
}

function Preview({ source }: { source: string }) {
  const [failed, setFailed] = useState(false)
  if (failed)
    return (
      <Text span p={4} fw={400} ta="center">
        Image preview unavailable
      </Text>
    )
  return <img src={source} alt="" className={surfaces.cover} loading="lazy" onError={() => setFailed(true)} />
}

function sizeOf(bytes: number) {
  return bytes < 100_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
