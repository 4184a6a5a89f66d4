import { describe, expect, test } from 'vitest'
import {
  agreementOf,
  differencesOf,
  isEarlier,
  isPriceFall,
  type ProposalFacts,
  type ProposedOrder,
  reasonAgainstAnswer,
  signedBy,
  signerOf,
  signersLeft,
} from './rules.ts'

const today = '2026-11-28'
const facts = (changes: Partial<ProposalFacts> = {}): ProposalFacts => ({
  answer: null,
  isSeen: false,
  expiresOn: null,
  isEnded: false,
  ...changes,
})

describe('an order whose proposal', () => {
  test.each<[string, ProposalFacts | null, string]>([
    ['was never sent', null, 'notSent'],
    ['was sent', facts(), 'sent'],
    ['was looked at', facts({ isSeen: true }), 'seen'],
    ['expires today', facts({ expiresOn: today }), 'sent'],
    ['expired yesterday', facts({ expiresOn: '2026-11-27', isSeen: true }), 'expired'],
    ['was approved and expired', facts({ expiresOn: '2026-11-27', answer: 'approved' }), 'approved'],
    ['is to be changed', facts({ answer: 'changeAsked' }), 'changeAsked'],
    ['was declined', facts({ answer: 'declined' }), 'declined'],
    ['was approved', facts({ answer: 'approved' }), 'approved'],
    ['was approved, before the order changed', facts({ answer: 'approved', isEnded: true }), 'changed'],
    ['is of an order that changed', facts({ isEnded: true }), 'changed'],
  ])('%s', (_, proposal, state) => {
    expect(agreementOf(proposal, today)).toBe(state)
  })
})

describe('a customer can answer', () => {
  const order = { status: 'pending', customerEmail: 'grace@okafor.test' }
  test.each<[string, typeof order, ProposalFacts, RegExp | null]>([
    ['what was sent', order, facts(), null],
    ['on its last day', order, facts({ expiresOn: today }), null],
    ['after they asked for a change', order, facts({ answer: 'changeAsked' }), null],
    ['after they declined', order, facts({ answer: 'declined' }), null],
    ['of a paid order', { ...order, status: 'paid' }, facts(), null],
    ['not after its last day', order, facts({ expiresOn: '2026-11-27' }), /expired/],
    [
      'not after they declined and it expired',
      order,
      facts({ expiresOn: '2026-11-27', answer: 'declined' }),
      /expired/,
    ],
    ['not after they approved', order, facts({ answer: 'approved' }), /already approved/],
    ['not what has changed', order, facts({ isEnded: true }), /has changed/],
    [
      'not what was approved and has changed',
      order,
      facts({ isEnded: true, answer: 'approved' }),
      /has changed/,
    ],
    ['not a canceled order', { ...order, status: 'cancelled' }, facts(), /canceled/],
    ['not once they are erased', { ...order, customerEmail: '' }, facts(), /erased/],
  ])('%s', (_, order, proposal, reason) => {
    const refused = reasonAgainstAnswer(order, proposal, today)
    if (reason) expect(refused).toMatch(reason)
    else expect(refused).toBeNull()
  })
})

const proposed: ProposedOrder = {
  order: 'Order #1042',
  customer: 'Grace Okafor',
  lines: [
    {
      name: 'Aurelie gown',
      quantity: 1,
      amount: '2830.50',
      form: '7/1',
      details: [
        { label: 'Train', value: 'Chapel' },
        { label: 'Hem', value: '60 in' },
      ],
    },
    { name: 'Lumen veil', quantity: 1, amount: '420.00', form: null, details: [] },
  ],
  subtotal: '3250.50',
  sums: [{ label: 'SPRING12, 12% off', amount: '-390.00' }],
  total: '2860.50',
  deposit: '1431.00',
  balance: 'before delivery',
  pictures: [],
}

describe('what differs between two proposals', () => {
  const [gown, veil] = proposed.lines as [ProposedOrder['lines'][0], ProposedOrder['lines'][0]]
  const picture = { name: 'sketch.png', file: 'a.png', sha256: 'a' }
  test.each<[string, Partial<ProposedOrder>, object[]]>([
    ['nothing', {}, []],
    [
      'an answer and the total',
      {
        lines: [{ ...gown, details: [gown.details[0]!, { label: 'Hem', value: '59 in' }] }, veil],
        total: '2840.50',
      },
      [
        { label: 'Aurelie gown: Hem', from: '60 in', to: '59 in' },
        { label: 'Total', from: '$2,860.50', to: '$2,840.50' },
      ],
    ],
    ['a line that was removed', { lines: [gown] }, [{ label: 'Lumen veil', from: '$420.00', to: null }]],
    [
      'a line that is there twice now',
      { lines: [gown, veil, { ...veil, amount: '400.00' }] },
      [{ label: 'Lumen veil (2)', from: null, to: '$400.00' }],
    ],
    [
      'the quantity',
      { lines: [gown, { ...veil, quantity: 2, amount: '840.00' }] },
      [{ label: 'Lumen veil', from: '$420.00', to: '× 2, $840.00' }],
    ],
    ['the discount', { sums: [] }, [{ label: 'SPRING12, 12% off', from: '−$390.00', to: null }]],
    ['the deposit', { deposit: '0.00' }, [{ label: 'Deposit', from: '$1,431.00', to: null }]],
    ['the balance', { balance: '' }, [{ label: 'Balance due', from: 'before delivery', to: null }]],
    ['the name', { customer: 'Grace Hart' }, [{ label: 'Name', from: 'Grace Okafor', to: 'Grace Hart' }]],
    ['a picture', { pictures: [picture] }, [{ label: 'Picture sketch.png', from: null, to: 'shown' }]],
  ])('%s', (_, changes, differences) => {
    expect(differencesOf(proposed, { ...proposed, ...changes })).toEqual(differences)
  })
})

describe('what was approved, when the order', () => {
  const [gown, veil] = proposed.lines as [ProposedOrder['lines'][0], ProposedOrder['lines'][0]]
  const cheaper = { total: '2800.00', deposit: '1400.00' }
  test.each<[string, Partial<ProposedOrder>, boolean]>([
    ['costs less', cheaper, true],
    [
      'has a higher discount',
      { ...cheaper, sums: [{ label: 'SPRING20, 20% off', amount: '-650.10' }] },
      true,
    ],
    ['has a line that costs less', { ...cheaper, lines: [gown, { ...veil, amount: '359.50' }] }, true],
    ['costs a cent more', { total: '2860.51' }, false],
    ['costs less and asks for a cent more at first', { total: '2800.00', deposit: '1431.01' }, false],
    ['costs less for another quantity', { ...cheaper, lines: [gown, { ...veil, quantity: 2 }] }, false],
    ['costs less without a line', { ...cheaper, lines: [gown] }, false],
    ['costs less by another answer', { ...cheaper, lines: [{ ...gown, details: [] }, veil] }, false],
    ['costs less on another form', { ...cheaper, lines: [{ ...gown, form: '7/2' }, veil] }, false],
    ['costs less with the balance at another time', { ...cheaper, balance: 'by Dec 1, 2026' }, false],
    ['costs less for someone else', { ...cheaper, customer: 'Ada Okafor' }, false],
    [
      'costs less with another picture',
      { ...cheaper, pictures: [{ name: 'a', file: 'a', sha256: 'a' }] },
      false,
    ],
  ])('%s', (_, changes, isFall) => {
    // A stored one has its keys in another order.
    const stored = JSON.parse(JSON.stringify(proposed), (_, value) =>
      Object.prototype.toString.call(value) === '[object Object]'
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    )
    expect(isPriceFall(stored, { ...proposed, ...changes })).toBe(isFall)
  })
})

describe('what was approved with a promised day, when', () => {
  const approved = { ...proposed, promisedOn: '2027-03-20' }
  const [gown, veil] = proposed.lines as [ProposedOrder['lines'][0], ProposedOrder['lines'][0]]
  test.each<[string, Partial<ProposedOrder>, boolean]>([
    ['an earlier one is', { promisedOn: '2027-03-19' }, true],
    ['a later one is', { promisedOn: '2027-03-21' }, false],
    ['none is', { promisedOn: undefined }, false],
    ['an earlier one is, and it costs less', { promisedOn: '2027-03-19', total: '2800.00' }, false],
    [
      'an earlier one is, on another form',
      { promisedOn: '2027-03-19', lines: [{ ...gown, form: '7/2' }, veil] },
      false,
    ],
    [
      'an earlier one is, and it is needed by another',
      { promisedOn: '2027-03-19', neededBy: '2027-03-20' },
      false,
    ],
  ])('%s promised', (_, changes, stands) => {
    expect(isEarlier(approved, { ...approved, ...changes })).toBe(stands)
  })
})

describe('who approves', () => {
  const both = { signers: { names: ['Grace Okafor', 'Ada Okafor'], all: true } }
  test.each<[string, Parameters<typeof signerOf>[0], string | null]>([
    ['Grace Okafor', both, 'Grace Okafor'],
    ['  ada   OKAFOR ', both, 'Ada Okafor'],
    ['Ada', both, null],
    ['Ada Hart', {}, 'Ada Hart'],
  ])('“%s” typed', (typed, snapshot, signer) => {
    expect(signerOf(snapshot, typed)).toBe(signer)
  })

  const answer = (kind: 'approved' | 'changeAsked' | 'declined', name = '') => ({ kind, name })
  test.each<[string, ReturnType<typeof answer>[], string[], string[], string[]]>([
    ['no answer', [], [], ['Grace Okafor', 'Ada Okafor'], ['Grace Okafor', 'Ada Okafor']],
    ['one', [answer('approved', 'Ada Okafor')], ['Ada Okafor'], ['Grace Okafor'], []],
    [
      'both',
      [answer('approved', 'Ada Okafor'), answer('approved', 'Grace Okafor')],
      ['Ada Okafor', 'Grace Okafor'],
      [],
      [],
    ],
    [
      'one, before a change was asked',
      [answer('approved', 'Ada Okafor'), answer('changeAsked')],
      [],
      ['Grace Okafor', 'Ada Okafor'],
      ['Grace Okafor', 'Ada Okafor'],
    ],
    [
      'one, and after it was declined the other',
      [answer('approved', 'Ada Okafor'), answer('declined'), answer('approved', 'Grace Okafor')],
      ['Grace Okafor'],
      ['Ada Okafor'],
      [],
    ],
  ])('%s', (_, answers, signed, leftOfAll, leftOfAny) => {
    expect(signedBy(answers)).toEqual(signed)
    expect(signersLeft(both, signed)).toEqual(leftOfAll)
    expect(signersLeft({ signers: { ...both.signers, all: false } }, signed)).toEqual(leftOfAny)
    expect(signersLeft({}, signed)).toEqual([])
  })
})
