import { z } from 'zod'
import { create, del, get, post, put } from '../endpoint.ts'
import { companyImages } from '../images.ts'
import { paymentTerms } from '../payments/schema.ts'
import { taxRates } from '../prices/schema.ts'
import { sessionUser } from '../session/schema.ts'
import {
  acceptInput,
  company,
  companyInput,
  companyPageInput,
  companyUser,
  embeddingInput,
  invitation,
  inviteInput,
  letterhead,
  usage,
  userChangeInput,
} from './schema.ts'

/** The company, its users and their invitations. */
export const companyCalls = {
  /** Null until the company is first saved (docs/product.md, Company details). */
  get: get('/api/company', 'company.manage', { output: company.nullable() }),
  /** For anyone who prints orders; null as above. */
  /** The rates of sales tax, for the price of an order. */
  taxRates: get('/api/company/tax-rates', 'orders.see', { output: taxRates }),
  letterhead: get('/api/company/letterhead', 'orders.see', { output: letterhead.nullable() }),
  create: create('/api/company', 'company.manage', { body: companyInput, output: company }),
  update: put('/api/company', 'company.manage', { body: companyInput, output: company }),
  /** Changes the company's page and looks. @throws not_found before the company is saved */
  savePage: put('/api/company/page', 'company.manage', {
    body: companyPageInput,
    images: companyImages,
    output: company,
  }),
  /** Changes which sites may embed its booking pages. @throws not_found before the company is saved */
  saveEmbedding: put('/api/company/embedding', 'company.manage', { body: embeddingInput, output: company }),
  /** Changes what new orders ask for. @throws not_found before the company is saved */
  savePayments: put('/api/company/payments', 'company.manage', { body: paymentTerms, output: company }),
  /** The company's usage of its quotas, so everyone who adds data sees when one runs low. */
  usage: get('/api/company/usage', 'signed-in', { output: z.array(usage) }),
  users: get('/api/company/users', 'company.manage', { output: z.array(companyUser) }),
  invite: create('/api/company/users', 'company.manage', { body: inviteInput, output: companyUser }),
  resend: post('/api/company/users/:id/resend', 'company.manage', { output: companyUser }),
  changeUser: put('/api/company/users/:id', 'company.manage', { body: userChangeInput, output: companyUser }),
  removeUser: del('/api/company/users/:id', 'company.manage'),
  invitation: get('/api/invitations/:token', 'token', { output: invitation }),
  /** Creates the account and logs it in. */
  accept: create('/api/invitations/:token', 'token', { body: acceptInput, output: sessionUser }),
} as const
