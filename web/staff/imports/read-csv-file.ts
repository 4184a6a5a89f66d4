/** Decodes a file as UTF-8, or else as Windows-1252, which spreadsheets on Windows write. */
export async function readCsvFile(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
