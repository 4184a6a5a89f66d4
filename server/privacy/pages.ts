import { AppError } from '@trunkshow/contract/errors.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { privacyMessages } from '@trunkshow/contract/privacy/messages.ts'
import type { MyDataPage } from '@trunkshow/contract/visitor-page.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { recordSecurity } from '../activity/record-activity.ts'
import { parseForm } from '../platform/http/invalid-input.ts'
import { sendPage } from '../platform/http/pages/visitor-pages.ts'
import { erasePerson, previewErasure } from './erase-person.ts'
import { exportPerson } from './export-person.ts'
import { type AskedFrom, findGuest, getAskingGuest, type LinkedGuest, sendGuestLink } from './guest-link.ts'

interface ByToken {
  Params: { token: string }
}

const nothing = { company: '', email: '', bookings: 0, upcoming: 0, waits: 0, orders: 0 }
const expired = (token: string): MyDataPage => ({ page: 'my-data', token, stage: 'expired', ...nothing })

/** A link proves access to one mailbox, so it acts for that email only. */
const tenantOf = ({ ctx }: FastifyRequest, { companyId }: LinkedGuest) => ({ ...ctx, actor: { companyId } })
const queryOf = ({ email }: LinkedGuest) => ({ emails: [email], exact: true })

async function sendRequestPage(
  request: FastifyRequest<ByToken>,
  reply: FastifyReply,
  from: AskedFrom,
  outcome: Partial<MyDataPage> = {},
  status = 200,
) {
  const { token } = request.params
  const { event, email } = await getAskingGuest(request.ctx, from, token)
  const page = {
    ...nothing,
    page: 'my-data',
    token,
    from,
    stage: 'ask',
    company: event.hostName,
    email,
  } as const
  return sendPage(request, reply, { ...page, ...outcome }, status)
}

async function postAsk(request: FastifyRequest<ByToken>, reply: FastifyReply, from: AskedFrom) {
  try {
    await sendGuestLink(request.ctx, from, request.params.token)
    return sendRequestPage(request, reply, from, { stage: 'sent' })
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'not_found') throw error
    return sendRequestPage(request, reply, from, { refused: error.body }, error.status)
  }
}

/** Logs what was done with a data link, never for whom. */
const record = (
  { ctx }: FastifyRequest,
  { companyId }: LinkedGuest,
  action: 'dataLinkOpened' | 'dataDownloaded',
) => recordSecurity(ctx, { companyId, action, user: null })

/** Shows what is stored under the link's email and offers to download or delete it. Opening it changes no data. */
async function sendDataPage(
  request: FastifyRequest<ByToken>,
  reply: FastifyReply,
  outcome: Partial<MyDataPage> = {},
  status = 200,
) {
  const { token } = request.params
  const guest = await findGuest(request.ctx, token)
  if (!guest) return sendPage(request, reply, expired(token), 410)
  await record(request, guest, 'dataLinkOpened')
  const { company, email } = guest
  const { bookings, upcoming, waits, orders } = await previewErasure(tenantOf(request, guest), queryOf(guest))
  const found = { bookings, upcoming, waits, orders }
  const page = { page: 'my-data', token, stage: 'open', company, email, ...found } as const
  return sendPage(request, reply, { ...page, ...outcome }, status)
}

/** The form's checkbox, which link scanners never check. */
const confirmed = z.object({ confirm: z.literal('yes', privacyMessages.confirmRequired) })

async function postDelete(request: FastifyRequest<ByToken>, reply: FastifyReply) {
  const { token } = request.params
  try {
    parseForm(confirmed, request.body)
    const guest = await findGuest(request.ctx, token)
    if (!guest) return sendPage(request, reply, expired(token), 410)
    const tenant = tenantOf(request, guest)
    const { orders } = await previewErasure(tenant, queryOf(guest))
    await erasePerson(tenant, { ...queryOf(guest), keepOrders: true }, { byGuest: true })
    const { company } = guest
    return sendPage(request, reply, { ...nothing, page: 'my-data', token, stage: 'deleted', company, orders })
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'not_found') throw error
    return sendDataPage(request, reply, { refused: error.body }, error.status)
  }
}

export function privacyPages(app: FastifyInstance) {
  for (const from of ['booking', 'waitlist'] as const) {
    const address = paths.requestData(from, ':token')
    app.get<ByToken>(address, async (request, reply) => sendRequestPage(request, reply, from))
    app.post<ByToken>(address, async (request, reply) => postAsk(request, reply, from))
  }
  app.get<ByToken>(paths.myData(':token'), async (request, reply) => sendDataPage(request, reply))
  app.post<ByToken>(paths.myData(':token'), postDelete)
  app.get<ByToken>(paths.downloadMyData(':token'), async (request, reply) => {
    const guest = await findGuest(request.ctx, request.params.token)
    if (!guest) return sendPage(request, reply, expired(request.params.token), 410)
    await record(request, guest, 'dataDownloaded')
    const data = await exportPerson(tenantOf(request, guest), queryOf(guest), { forGuest: true })
    return reply
      .header('content-disposition', 'attachment; filename="my-data.json"')
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(data, null, 2))
  })
}
