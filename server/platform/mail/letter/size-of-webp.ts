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

/**
 * Reads the dimensions of a stored picture, in pixels, from its header: decoding it would need a process of its own
 * (decision 030).
 *
 * @throws Error for a file that is no WebP
 */
export function sizeOfWebp(file: Uint8Array): { width: number; height: number } {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const read = sizes[Buffer.from(file.subarray(12, 16)).toString('latin1')]
  if (!read) throw new Error('A stored picture is no WebP file')
  return read(view)
}
