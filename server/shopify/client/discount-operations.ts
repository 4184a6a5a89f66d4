const node = `{
  id
  codeDiscount {
    __typename
    ... on DiscountCodeBasic { title status usageLimit startsAt endsAt updatedAt tags codes(first: 1) { nodes { code } } }
  }
}`

/** Discount codes, and customers by their e-mail. */
export const discountOperations = {
  discountCodeBasicCreate: `mutation discountCodeBasicCreate($discount: DiscountCodeBasicInput!) {
    discountCodeBasicCreate(basicCodeDiscount: $discount) { codeDiscountNode ${node} userErrors { field message code } }
  }`,
  discountCodeBasicUpdate: `mutation discountCodeBasicUpdate($id: ID!, $discount: DiscountCodeBasicInput!) {
    discountCodeBasicUpdate(id: $id, basicCodeDiscount: $discount) { codeDiscountNode ${node} userErrors { field message code } }
  }`,
  discountCodeActivate: `mutation discountCodeActivate($id: ID!) {
    discountCodeActivate(id: $id) { codeDiscountNode ${node} userErrors { field message code } }
  }`,
  discountCodeDeactivate: `mutation discountCodeDeactivate($id: ID!) {
    discountCodeDeactivate(id: $id) { codeDiscountNode ${node} userErrors { field message code } }
  }`,
  discountCodeDelete: `mutation discountCodeDelete($id: ID!) {
    discountCodeDelete(id: $id) { deletedCodeDiscountId userErrors { field message code } }
  }`,
  discountCode: `query discountCode($id: ID!) { codeDiscountNode(id: $id) ${node} }`,
  discountByCode: `query discountByCode($code: String!) { codeDiscountNodeByCode(code: $code) ${node} }`,
  customerSet: `mutation customerSet($identifier: CustomerSetIdentifiers, $input: CustomerSetInput!) {
    customerSet(identifier: $identifier, input: $input) { customer { id } userErrors { field message } }
  }`,
} as const
