import { paths, staffPages as screens } from '@trunkshow/contract/paths.ts'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import { makeCompany, makeEvent } from '../../../test/factories.ts'
import { staffPages } from './web-files.ts'

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

test('every document names code but that of the page that the app begins with', () => {
  const bare = staffPages.filter(({ code }) => code.length === 0).map(({ path }) => path)
  expect(bare).toEqual([paths.orders()])
})

test('people can log in to every page that has a document', () => {
  const pages = staffPages.map(({ path }) => path).filter((path) => path !== paths.desk('offline'))
  expect(pages.toSorted()).toEqual(screens().toSorted())
})

const html = { accept: 'text/html' }

/** The answers in a document, by address. */
function answersOf(text: string): Record<string, { status: number; text: string; headers: string[][] }> {
  const [, answers] = /<script type="application\/json" id="answers">(.*?)<\/script>/s.exec(text)!
  return Object.fromEntries(
    JSON.parse(answers!).map((answer: { address: string }) => [answer.address, answer]),
  )
}

test('the document has the answers that its user gets, and no cache stores it', async () => {
  const [mine, theirs] = [await makeCompany(app), await makeCompany(app)]
  const event = await makeEvent(mine, { name: 'My spring show', isPublic: false })
  await makeEvent(theirs, { name: 'Their autumn show', isPublic: false })
  const { text, headers } = await mine.call('GET', '/events', undefined, html)
  expect(headers['cache-control']).toBe('private, no-store')
  const answers = answersOf(text)
  expect(Object.keys(answers)).toEqual([
    '/api/user',
    '/api/user/mail',
    '/api/events?isActive=true&when=upcoming',
    '/api/events?isActive=true&when=past',
    '/api/events?isActive=true&limit=1',
    '/api/events?isActive=false&limit=1',
  ])
  for (const [address, { status, text }] of Object.entries(answers))
    expect([address, status, text]).toEqual([address, 200, (await mine.call('GET', address)).text])
  expect(text).toContain(event.urlSlug)
  expect(text).not.toContain('Their autumn show')
})

test('the document of a list has its filter, its total and its next page', async () => {
  const host = await makeCompany(app)
  const { text } = await host.call('GET', '/orders?status=paid&q=silk%20gown', undefined, html)
  const list = answersOf(text)['/api/orders?q=silk+gown&status=paid&fields=summary&limit=50']
  expect(list).toMatchObject({ status: 200, headers: expect.arrayContaining([['x-total-count', '0']]) })
})

test('without a session the document only says so', async () => {
  const { text, headers } = await app.call('GET', '/orders', undefined, html)
  expect(headers).not.toHaveProperty('set-cookie')
  expect(answersOf(text)).toEqual({ '/api/user': expect.objectContaining({ status: 401 }) })
})

test('a role without the right gets the refusal', async () => {
  const host = await makeCompany(app, 'view only')
  const { text } = await host.call('GET', '/settings', undefined, html)
  expect(answersOf(text)['/api/company/users']).toMatchObject({ status: 403 })
})

test('nothing that people typed ends the script, and the session is not in it', async () => {
  const host = await makeCompany(app)
  await makeEvent(host, { name: '</script><script>alert(1)</script>' })
  const { text, headers } = await host.call('GET', '/events', undefined, html)
  expect(text).not.toContain('</script><script>alert')
  expect(text).toContain('\\u003c/script>')
  const cookie = String(headers['set-cookie']).split(';')[0]!.split('=')[1]!
  expect(cookie.length).toBeGreaterThan(20)
  expect(text).not.toContain(cookie)
})

test('a document that is only asked for its headers makes no calls', async () => {
  const host = await makeCompany(app)
  const { headers } = await host.call('HEAD', '/events', undefined, html)
  const { headers: whole } = await host.call('GET', '/events', undefined, html)
  expect(Number(headers['content-length'])).toBeLessThan(Number(whole['content-length']))
})
