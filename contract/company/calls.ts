import { z } from 'zod'
import { byId, byToken, endpoint } from '../endpoint.ts'
import { companyImages } from '../images.ts'
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
  get: endpoint({
    method: 'GET',
    path: '/api/company',
    access: 'company.manage',
    output: company.nullable(),
  }),
  /** For anyone who prints orders; null as above. */
  letterhead: endpoint({
    method: 'GET',
    path: '/api/company/letterhead',
    access: 'orders.see',
    output: letterhead.nullable(),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/company',
    access: 'company.manage',
    body: companyInput,
    output: company,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/company',
    access: 'company.manage',
    body: companyInput,
    output: company,
  }),
  /** Changes the company's page and looks. @throws not_found before the company is saved */
  savePage: endpoint({
    method: 'PUT',
    path: '/api/company/page',
    access: 'company.manage',
    body: companyPageInput,
    images: companyImages,
    output: company,
  }),
  /** Changes which sites may embed its booking pages. @throws not_found before the company is saved */
  saveEmbedding: endpoint({
    method: 'PUT',
    path: '/api/company/embedding',
    access: 'company.manage',
    body: embeddingInput,
    output: company,
  }),
  /** The company's usage of its quotas, so everyone who adds data sees when one runs low. */
  usage: endpoint({
    method: 'GET',
    path: '/api/company/usage',
    access: 'signed-in',
    output: z.array(usage),
  }),
  users: endpoint({
    method: 'GET',
    path: '/api/company/users',
    access: 'company.manage',
    output: z.array(companyUser),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/company/users',
    access: 'company.manage',
    body: inviteInput,
    output: companyUser,
    status: 201,
  }),
  resend: endpoint({
    method: 'POST',
    path: '/api/company/users/:id/resend',
    access: 'company.manage',
    params: byId,
    output: companyUser,
  }),
  changeUser: endpoint({
    method: 'PUT',
    path: '/api/company/users/:id',
    access: 'company.manage',
    params: byId,
    body: userChangeInput,
    output: companyUser,
  }),
  removeUser: endpoint({
    method: 'DELETE',
    path: '/api/company/users/:id',
    access: 'company.manage',
    params: byId,
  }),
  invitation: endpoint({
    method: 'GET',
    path: '/api/invitations/:token',
    access: 'token',
    params: byToken,
    output: invitation,
  }),
  /** Creates the account and logs it in. */
  accept: endpoint({
    method: 'POST',
    path: '/api/invitations/:token',
    access: 'token',
    params: byToken,
    body: acceptInput,
    output: sessionUser,
    status: 201,
  }),
} as const
