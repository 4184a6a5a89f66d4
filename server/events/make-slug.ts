import { randomInt } from 'node:crypto'

const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

/** `Spring Bridal Show` → `spring-bridal-show-k3f9xa`: the slug of an event whose host set none (design §7.2). */
export function makeSlug(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/[̀-ͯ]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '')
  const random = Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('')
  return `${words || 'show'}-${random}`
}
