import type { Company } from '@trunkshow/contract/company/schema.ts'

/** A company without details, for placeholders as high as its forms. */
export const noCompany: Company = {
  id: 0,
  companyName: '',
  companyAddress: '',
  companyEmail: '',
  companyPhone: '',
  selectedStates: [],
  shopifyStoreUrl: null,
  shopifyIntegrationEnabled: false,
  urlSlug: 'maison-vale',
  logoUrl: null,
  accentColor: null,
  showAddress: false,
  embedOrigins: [],
  userId: 0,
  createdAt: '',
  updatedAt: '',
}
