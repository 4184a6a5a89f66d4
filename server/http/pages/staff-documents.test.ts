import { staffPages } from '@trunkshow/contract/staff-pages.ts'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'

const app = startTestApp()

test.each(staffPages)('the document of $path names the files of its page', async ({ path, code }) => {
  const { text } = await app.call('GET', path.replace(':id', '1'), undefined, { accept: 'text/html' })
  const preloaded = [...text.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g)]
  const files = preloaded.map(([, address]) => address!)
  for (const module of code) {
    const name = module.split('/').at(-1)!.replace('.tsx', '-')
    expect(files).toContainEqual(expect.stringContaining(`/assets/staff/assets/${name}`))
  }
  expect(new Set(files).size).toBe(files.length)
  for (const address of files) expect(await app.call('GET', address)).toMatchObject({ status: 200 })
})
