import type { Disk } from 'flydrive'

/** Lists the keys of all stored files below a folder, on disk or in a bucket; of all, if no folder is named. */
export async function* listFiles(files: Disk, folder = '/'): AsyncGenerator<string> {
  let paginationToken: string | undefined
  do {
    const list = await files.listAll(folder, {
      recursive: true,
      ...(paginationToken && { paginationToken }),
    })
    for (const { key } of list.objects as Iterable<{ key: string }>) yield key
    paginationToken = list.paginationToken
  } while (paginationToken)
}
