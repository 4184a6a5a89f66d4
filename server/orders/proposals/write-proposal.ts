import { formatDate } from '@trunkshow/contract/dates.ts'
import { formatMoney } from '@trunkshow/contract/money.ts'
import { productLine } from '@trunkshow/contract/prices/rules.ts'
import { namesOf } from '@trunkshow/contract/proposals/rules.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { getCompanyZone } from '../../company/queries.ts'
import type { TenantContext } from '../../context.ts'
import type { Paper, PaperRow } from '../../platform/pdf/paper.ts'
import { type ProposalRow, snapshotOf } from './queries.ts'

/** Returns all that a proposal holds, with its hash; null once its customer was erased (docs/product.md, What the customer approves). */
export async function readProposal(ctx: TenantContext, proposal: ProposalRow): Promise<Paper | null> {
  const snapshot = snapshotOf(proposal)
  if (!snapshot) return null
  const { number, company, terms, expiresOn, signers, proposed } = snapshot
  const { lines, subtotal, sums, total, deposit, balance, neededBy, promisedOn, pictures } = proposed
  const sent = formatDate(wallClock(proposal.createdAt, await getCompanyZone(ctx)).date)
  const row = (label: string, amount: string, look?: PaperRow['look']) => ({
    cells: [label, formatMoney(amount)],
    look,
  })
  return {
    title: `Proposal ${number}`,
    about: [proposed.order, sent],
    company: company ? { name: company, lines: [] } : null,
    facts: [
      { title: 'Customer', lines: [proposed.customer] },
      ...(expiresOn ? [{ title: 'Valid until', lines: [formatDate(expiresOn)] }] : []),
      ...(signers ? [{ title: 'Approved by', lines: [namesOf(signers)] }] : []),
      ...(neededBy ? [{ title: 'Needed by', lines: [formatDate(neededBy)] }] : []),
      ...(promisedOn ? [{ title: 'Promised', lines: [formatDate(promisedOn)] }] : []),
      ...(balance ? [{ title: 'Balance due', lines: [balance] }] : []),
    ],
    tables: [
      {
        title: 'Items',
        widths: [0.8, 0.2],
        rows: [
          ...lines.flatMap(({ amount, form, details, ...line }) => [
            row(productLine([line]), amount),
            ...details.map(({ label, value }) => soft(`${label}: ${value}`)),
            ...(form ? [soft(`Order form ${form.replace('/', ', version ')}`)] : []),
          ]),
          row('Subtotal', subtotal),
          ...sums.map(({ label, amount }) => row(label, amount)),
          row('Total', total, 'strong'),
          ...(Number(deposit) > 0 ? [row('Deposit, due now', deposit)] : []),
        ],
      },
      ...asTable(
        'Pictures',
        pictures.map(({ name, sha256 }) => soft(`${name}\nSHA-256 ${sha256}`)),
      ),
      ...asTable(`Terms, version ${terms?.version}`, terms ? [soft(terms.text)] : []),
      ...asTable('SHA-256 of this proposal', [soft(proposal.hash)]),
    ],
  }
}

const soft = (text: string): PaperRow => ({ cells: [text, ''], look: 'soft' })

const asTable = (title: string, rows: PaperRow[]): Paper['tables'] =>
  rows.length > 0 ? [{ title, widths: [1, 0], rows }] : []
