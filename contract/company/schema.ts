import { z } from 'zod'
import { emailField, flag, line, personName, phoneField, timestamps } from '../endpoint.ts'
import { emptyAsNull, urlSlug } from '../events/schema.ts'
import { paymentTerms } from '../payments/schema.ts'
import { roles } from '../permissions.ts'
import { taxRates, typedRates } from '../prices/schema.ts'
import { quotaKinds } from '../quotas.ts'
import { profile, registerInput } from '../session/schema.ts'
import { storeAddress } from '../store-address.ts'
import { usStateCodes } from '../us-states.ts'
import { companyMessages as text } from './messages.ts'
import { readOrigin, userStates } from './rules.ts'

/** Company Information in Settings; the company's email is its owner's (docs/product.md, Company details). */
export const companyInput = z.object({
  companyName: line(text.companyNameRequired, 200, text.companyNameTooLong),
  companyAddress: z.string().trim().max(500, text.addressTooLong).default(''),
  companyPhone: phoneField.default(''),
  /** Postal codes of the states whose sales tax applies. */
  selectedStates: z
    .array(z.enum(usStateCodes, text.stateUnknown))
    .max(usStateCodes.length, text.stateUnknown)
    .default([])
    .transform((states) => [...new Set(states)].sort()),
  /** Of those states; omitted ones of a change stay. */
  taxRates: typedRates.optional(),
  /** The store to connect in Settings; empty for none. */
  shopifyStoreUrl: emptyAsNull(storeAddress),
})
export type CompanyInput = z.output<typeof companyInput>

/** The company's page and looks in Settings (docs/product.md, The company page). */
export const companyPageInput = z.object({
  urlSlug: urlSlug.transform((slug) => slug.toLowerCase()),
  accentColor: emptyAsNull(
    z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^#[0-9a-f]{6}$/, text.colorInvalid),
  ),
  showAddress: flag.default(false),
  /** Removes the stored logo. A new file replaces it in any case. */
  removeLogo: flag.optional(),
})
export type CompanyPageInput = z.output<typeof companyPageInput>

/** The sites that may embed the company's booking pages (docs/product.md, Embedding). */
export const embeddingInput = z.object({
  embedOrigins: z
    .array(
      z.string(text.originInvalid).transform((entered, check) => {
        const origin = readOrigin(entered)
        if (origin) return origin
        check.addIssue({ code: 'custom', message: text.originInvalid })
        return z.NEVER
      }),
    )
    .max(20, text.tooManyOrigins)
    .transform((origins) => [...new Set(origins)]),
})
export type EmbeddingInput = z.output<typeof embeddingInput>

export const company = z.object({
  id: z.int(),
  companyName: z.string(),
  companyAddress: z.string(),
  companyEmail: z.string(),
  companyPhone: z.string(),
  selectedStates: z.array(z.enum(usStateCodes)),
  taxRates,
  /** The connected store's address, or the one to connect; null for none. */
  shopifyStoreUrl: z.string().nullable(),
  /** Whether a store is connected and enabled. */
  shopifyIntegrationEnabled: z.boolean(),
  /** The link name of the company's page. */
  urlSlug: z.string(),
  logoUrl: z.string().nullable(),
  /** `#rrggbb`; null for the product's own color. */
  accentColor: z.string().nullable(),
  /** Whether guests see the address. */
  showAddress: z.boolean(),
  embedOrigins: z.array(z.string()),
  /** What new orders ask for first, `50%` or `500.00`, and when for the rest. */
  ...paymentTerms.shape,
  /** The owner's user ID. */
  userId: z.int(),
  ...timestamps,
})
export type Company = z.infer<typeof company>

/** What printed pages of orders begin with (docs/product.md, Printing). */
export const letterhead = company.pick({
  companyName: true,
  companyAddress: true,
  companyPhone: true,
  logoUrl: true,
})
export type Letterhead = z.infer<typeof letterhead>

export const usage = z.object({
  kind: z.enum(quotaKinds),
  /** A count, or bytes for the kind `bytes`. */
  used: z.int(),
  /** Null for unlimited. */
  limit: z.int().nullable(),
})
export type Usage = z.infer<typeof usage>

const role = z.enum(roles, text.roleUnknown)

/** The Invite User dialog (docs/product.md, Users and invitations). */
export const inviteInput = z.object({
  name: personName,
  email: emailField(),
  role: role.default('view only'),
})
export type InviteInput = z.output<typeof inviteInput>

/** Changes a user's role or whether they can log in. */
export const userChangeInput = z.object({ role: role.optional(), isActive: z.boolean().optional() })
export type UserChangeInput = z.output<typeof userChangeInput>

/** A user of the company, or an invited one, who has no username or email until they accept. */
export const companyUser = profile.omit({ zone: true, company: true }).extend({
  username: z.string().nullable(),
  email: z.string().nullable(),
  invitedEmail: z.string(),
  state: z.enum(userStates),
})
export type CompanyUser = z.infer<typeof companyUser>

/** What the holder of an invitation's link sees before accepting it. */
export const invitation = z.object({ companyName: z.string(), name: z.string(), email: z.string(), role })
export type Invitation = z.infer<typeof invitation>

/** Accepting an invitation: the email is the invited one and can't be changed. */
export const acceptInput = registerInput.omit({ email: true, shopName: true })
export type AcceptInput = z.output<typeof acceptInput>
