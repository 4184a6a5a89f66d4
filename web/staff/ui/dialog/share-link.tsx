import { Box, Checkbox, Divider, Group, Text, Textarea } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { paths } from '@trunkshow/contract/paths.ts'
import { QRCodeCanvas, QRCodeSVG } from 'qrcode.react'
import { useRef, useState } from 'react'
import { CopyField } from '../form/fields.tsx'
import { CopyIcon } from '../page/icons.tsx'
import { QuietButton, QuietText } from '../page/words.tsx'
import { Dialog } from './dialog.tsx'

/** Width of the picture file in pixels: 8 cm in print at 300 dots per inch. */
const PICTURE_PX = 1024
/** The quiet zone a reader needs around the code, in modules. */
const EDGE = 4

interface ShareLinkProps {
  path: string
  /** The name of the code's files, without an ending. */
  fileName: string
  /** The attribute of the embedding script that names the page, such as `data-event="spring-show"`. */
  embed: string
  /** What the page is for. */
  text: string
  onClose: () => void
}

/** A dialog with the link to a public page, to share or print: as text and as a QR code. */
export function ShareLink({ path, fileName, embed, text, onClose }: ShareLinkProps) {
  const drawing = useRef<SVGSVGElement>(null)
  const picture = useRef<HTMLCanvasElement>(null)
  const url = new URL(path, location.origin).href
  const code = { value: url, level: 'M', marginSize: EDGE } as const
  return (
    <Dialog opened title="Share" onClose={onClose}>
      <QuietText mb="sm">{text}</QuietText>
      <CopyField label="Link to the public page" value={url} autoFocus />
      <Divider my="lg" />
      <Group component="figure" gap="md">
        {/* A code is read best as black on white, in either theme. */}
        <Box
          component={QRCodeSVG}
          ref={drawing}
          {...code}
          size={168}
          flex="none"
          bd="1px solid var(--line)"
          bdrs="sm"
          title={`QR code of ${url}`}
        />
        <QRCodeCanvas ref={picture} {...code} size={PICTURE_PX} hidden aria-hidden />
        <QuietText component="figcaption" flex="1 1 200px">
          Print it on a card or in your window. Guests scan it to book.
          <Group component="span" gap="xs" mt="sm">
            <QuietButton
              onClick={() => picture.current?.toBlob((file) => file && save(file, `${fileName}.png`))}
            >
              Download PNG
            </QuietButton>
            <QuietButton onClick={() => drawing.current && save(fileOf(drawing.current), `${fileName}.svg`)}>
              Download SVG
            </QuietButton>
          </Group>
        </QuietText>
      </Group>
      <Divider my="lg" />
      <EmbedLine
        line={(more) =>
          `<script async src="${new URL(paths.embedScript(), location.origin).href}" ${embed}${more}></script>`
        }
      />
    </Dialog>
  )
}

/** The line of HTML that shows the page on the host's own site (docs/product.md, Embedding). */
function EmbedLine({ line }: { line: (more: string) => string }) {
  const clipboard = useClipboard({ timeout: 2000 })
  const [withDetails, setWithDetails] = useState(false)
  const html = line(withDetails ? ' data-details' : '')
  return (
    <details>
      <Text component="summary" mih="var(--touch)" fw={600}>
        Show it on your website
      </Text>
      <QuietText mb="sm">
        Paste this line where bookings should appear: in a Custom Liquid section of Shopify, a Code block of
        Squarespace, or a Custom HTML block of WordPress. An admin first adds the site in Settings, under
        Embedding.
      </QuietText>
      <Checkbox
        mb="sm"
        label="Show the banner, name, and address above the times"
        checked={withDetails}
        onChange={(change) => setWithDetails(change.currentTarget.checked)}
      />
      <Textarea
        readOnly
        autosize
        aria-label="Line of HTML"
        value={html}
        onFocus={(focus) => focus.currentTarget.select()}
      />
      <QuietButton mt="sm" leftSection={<CopyIcon />} onClick={() => clipboard.copy(html)}>
        {clipboard.copied ? 'Copied' : 'Copy line'}
      </QuietButton>
    </details>
  )
}

function fileOf(drawing: SVGSVGElement) {
  return new Blob([new XMLSerializer().serializeToString(drawing)], { type: 'image/svg+xml' })
}

function save(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
