// Written by `npm run shopify-types`: change the operations, not this file.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type AttributeInput = {
  key: string;
  value: string;
};

export type CombinedListingsRole =
  | 'CHILD'
  | 'PARENT';

export type CountryCode =
  | 'AC'
  | 'AD'
  | 'AE'
  | 'AF'
  | 'AG'
  | 'AI'
  | 'AL'
  | 'AM'
  | 'AN'
  | 'AO'
  | 'AR'
  | 'AT'
  | 'AU'
  | 'AW'
  | 'AX'
  | 'AZ'
  | 'BA'
  | 'BB'
  | 'BD'
  | 'BE'
  | 'BF'
  | 'BG'
  | 'BH'
  | 'BI'
  | 'BJ'
  | 'BL'
  | 'BM'
  | 'BN'
  | 'BO'
  | 'BQ'
  | 'BR'
  | 'BS'
  | 'BT'
  | 'BV'
  | 'BW'
  | 'BY'
  | 'BZ'
  | 'CA'
  | 'CC'
  | 'CD'
  | 'CF'
  | 'CG'
  | 'CH'
  | 'CI'
  | 'CK'
  | 'CL'
  | 'CM'
  | 'CN'
  | 'CO'
  | 'CR'
  | 'CU'
  | 'CV'
  | 'CW'
  | 'CX'
  | 'CY'
  | 'CZ'
  | 'DE'
  | 'DJ'
  | 'DK'
  | 'DM'
  | 'DO'
  | 'DZ'
  | 'EC'
  | 'EE'
  | 'EG'
  | 'EH'
  | 'ER'
  | 'ES'
  | 'ET'
  | 'FI'
  | 'FJ'
  | 'FK'
  | 'FO'
  | 'FR'
  | 'GA'
  | 'GB'
  | 'GD'
  | 'GE'
  | 'GF'
  | 'GG'
  | 'GH'
  | 'GI'
  | 'GL'
  | 'GM'
  | 'GN'
  | 'GP'
  | 'GQ'
  | 'GR'
  | 'GS'
  | 'GT'
  | 'GW'
  | 'GY'
  | 'HK'
  | 'HM'
  | 'HN'
  | 'HR'
  | 'HT'
  | 'HU'
  | 'ID'
  | 'IE'
  | 'IL'
  | 'IM'
  | 'IN'
  | 'IO'
  | 'IQ'
  | 'IR'
  | 'IS'
  | 'IT'
  | 'JE'
  | 'JM'
  | 'JO'
  | 'JP'
  | 'KE'
  | 'KG'
  | 'KH'
  | 'KI'
  | 'KM'
  | 'KN'
  | 'KP'
  | 'KR'
  | 'KW'
  | 'KY'
  | 'KZ'
  | 'LA'
  | 'LB'
  | 'LC'
  | 'LI'
  | 'LK'
  | 'LR'
  | 'LS'
  | 'LT'
  | 'LU'
  | 'LV'
  | 'LY'
  | 'MA'
  | 'MC'
  | 'MD'
  | 'ME'
  | 'MF'
  | 'MG'
  | 'MK'
  | 'ML'
  | 'MM'
  | 'MN'
  | 'MO'
  | 'MQ'
  | 'MR'
  | 'MS'
  | 'MT'
  | 'MU'
  | 'MV'
  | 'MW'
  | 'MX'
  | 'MY'
  | 'MZ'
  | 'NA'
  | 'NC'
  | 'NE'
  | 'NF'
  | 'NG'
  | 'NI'
  | 'NL'
  | 'NO'
  | 'NP'
  | 'NR'
  | 'NU'
  | 'NZ'
  | 'OM'
  | 'PA'
  | 'PE'
  | 'PF'
  | 'PG'
  | 'PH'
  | 'PK'
  | 'PL'
  | 'PM'
  | 'PN'
  | 'PS'
  | 'PT'
  | 'PY'
  | 'QA'
  | 'RE'
  | 'RO'
  | 'RS'
  | 'RU'
  | 'RW'
  | 'SA'
  | 'SB'
  | 'SC'
  | 'SD'
  | 'SE'
  | 'SG'
  | 'SH'
  | 'SI'
  | 'SJ'
  | 'SK'
  | 'SL'
  | 'SM'
  | 'SN'
  | 'SO'
  | 'SR'
  | 'SS'
  | 'ST'
  | 'SV'
  | 'SX'
  | 'SY'
  | 'SZ'
  | 'TA'
  | 'TC'
  | 'TD'
  | 'TF'
  | 'TG'
  | 'TH'
  | 'TJ'
  | 'TK'
  | 'TL'
  | 'TM'
  | 'TN'
  | 'TO'
  | 'TR'
  | 'TT'
  | 'TV'
  | 'TW'
  | 'TZ'
  | 'UA'
  | 'UG'
  | 'UM'
  | 'US'
  | 'UY'
  | 'UZ'
  | 'VA'
  | 'VC'
  | 'VE'
  | 'VG'
  | 'VN'
  | 'VU'
  | 'WF'
  | 'WS'
  | 'XK'
  | 'YE'
  | 'YT'
  | 'ZA'
  | 'ZM'
  | 'ZW'
  | 'ZZ';

export type CountryHarmonizedSystemCodeInput = {
  countryCode?: CountryCode | null | undefined;
  harmonizedSystemCode: string;
};

export type CurrencyCode =
  | 'AED'
  | 'AFN'
  | 'ALL'
  | 'AMD'
  | 'ANG'
  | 'AOA'
  | 'ARS'
  | 'AUD'
  | 'AWG'
  | 'AZN'
  | 'BAM'
  | 'BBD'
  | 'BDT'
  | 'BGN'
  | 'BHD'
  | 'BIF'
  | 'BMD'
  | 'BND'
  | 'BOB'
  | 'BRL'
  | 'BSD'
  | 'BTN'
  | 'BWP'
  | 'BYN'
  | 'BYR'
  | 'BZD'
  | 'CAD'
  | 'CDF'
  | 'CHF'
  | 'CLP'
  | 'CNY'
  | 'COP'
  | 'CRC'
  | 'CVE'
  | 'CZK'
  | 'DJF'
  | 'DKK'
  | 'DOP'
  | 'DZD'
  | 'EGP'
  | 'ERN'
  | 'ETB'
  | 'EUR'
  | 'FJD'
  | 'FKP'
  | 'GBP'
  | 'GEL'
  | 'GHS'
  | 'GIP'
  | 'GMD'
  | 'GNF'
  | 'GTQ'
  | 'GYD'
  | 'HKD'
  | 'HNL'
  | 'HRK'
  | 'HTG'
  | 'HUF'
  | 'IDR'
  | 'ILS'
  | 'INR'
  | 'IQD'
  | 'IRR'
  | 'ISK'
  | 'JEP'
  | 'JMD'
  | 'JOD'
  | 'JPY'
  | 'KES'
  | 'KGS'
  | 'KHR'
  | 'KID'
  | 'KMF'
  | 'KRW'
  | 'KWD'
  | 'KYD'
  | 'KZT'
  | 'LAK'
  | 'LBP'
  | 'LKR'
  | 'LRD'
  | 'LSL'
  | 'LTL'
  | 'LVL'
  | 'LYD'
  | 'MAD'
  | 'MDL'
  | 'MGA'
  | 'MKD'
  | 'MMK'
  | 'MNT'
  | 'MOP'
  | 'MRU'
  | 'MUR'
  | 'MVR'
  | 'MWK'
  | 'MXN'
  | 'MYR'
  | 'MZN'
  | 'NAD'
  | 'NGN'
  | 'NIO'
  | 'NOK'
  | 'NPR'
  | 'NZD'
  | 'OMR'
  | 'PAB'
  | 'PEN'
  | 'PGK'
  | 'PHP'
  | 'PKR'
  | 'PLN'
  | 'PYG'
  | 'QAR'
  | 'RON'
  | 'RSD'
  | 'RUB'
  | 'RWF'
  | 'SAR'
  | 'SBD'
  | 'SCR'
  | 'SDG'
  | 'SEK'
  | 'SGD'
  | 'SHP'
  | 'SLL'
  | 'SOS'
  | 'SRD'
  | 'SSP'
  | 'STD'
  | 'STN'
  | 'SYP'
  | 'SZL'
  | 'THB'
  | 'TJS'
  | 'TMT'
  | 'TND'
  | 'TOP'
  | 'TRY'
  | 'TTD'
  | 'TWD'
  | 'TZS'
  | 'UAH'
  | 'UGX'
  | 'USD'
  | 'USDC'
  | 'UYU'
  | 'UZS'
  | 'VED'
  | 'VEF'
  | 'VES'
  | 'VND'
  | 'VUV'
  | 'WST'
  | 'XAF'
  | 'XCD'
  | 'XOF'
  | 'XPF'
  | 'XXX'
  | 'YER'
  | 'ZAR'
  | 'ZMW';

export type DiscountAmountInput = {
  amount?: string | null | undefined;
  appliesOnEachItem?: boolean | null | undefined;
};

export type DiscountBuyerSelection =
  | 'ALL';

export type DiscountCodeBasicInput = {
  appliesOncePerCustomer?: boolean | null | undefined;
  code?: string | null | undefined;
  combinesWith?: DiscountCombinesWithInput | null | undefined;
  context?: DiscountContextInput | null | undefined;
  customerGets?: DiscountCustomerGetsInput | null | undefined;
  /** @deprecated Use `context` instead. */
  customerSelection?: DiscountCustomerSelectionInput | null | undefined;
  endsAt?: string | null | undefined;
  minimumRequirement?: DiscountMinimumRequirementInput | null | undefined;
  recurringCycleLimit?: number | null | undefined;
  startsAt?: string | null | undefined;
  tags?: Array<string> | null | undefined;
  title?: string | null | undefined;
  usageLimit?: number | null | undefined;
};

export type DiscountCollectionsInput = {
  add?: Array<string> | null | undefined;
  remove?: Array<string> | null | undefined;
};

export type DiscountCombinesWithInput = {
  orderDiscounts?: boolean | null | undefined;
  productDiscounts?: boolean | null | undefined;
  productDiscountsWithTagsOnSameCartLine?: ProductDiscountsWithTagsOnSameCartLineInput | null | undefined;
  shippingDiscounts?: boolean | null | undefined;
};

export type DiscountContextInput =
  {   all: DiscountBuyerSelection; customerSegments?: never; customers?: never; markets?: never; }
  |  { all?: never;   customerSegments: DiscountCustomerSegmentsInput; customers?: never; markets?: never; }
  |  { all?: never; customerSegments?: never;   customers: DiscountCustomersInput; markets?: never; }
  |  { all?: never; customerSegments?: never; customers?: never;   markets: DiscountMarketsInput; };

export type DiscountCustomerGetsInput = {
  appliesOnOneTimePurchase?: boolean | null | undefined;
  appliesOnSubscription?: boolean | null | undefined;
  items?: DiscountItemsInput | null | undefined;
  value?: DiscountCustomerGetsValueInput | null | undefined;
};

export type DiscountCustomerGetsValueInput = {
  discountAmount?: DiscountAmountInput | null | undefined;
  discountOnQuantity?: DiscountOnQuantityInput | null | undefined;
  percentage?: number | null | undefined;
};

export type DiscountCustomerSegmentsInput = {
  add?: Array<string> | null | undefined;
  remove?: Array<string> | null | undefined;
};

export type DiscountCustomerSelectionInput = {
  all?: boolean | null | undefined;
  customerSegments?: DiscountCustomerSegmentsInput | null | undefined;
  customers?: DiscountCustomersInput | null | undefined;
};

export type DiscountCustomersInput = {
  add?: Array<string> | null | undefined;
  remove?: Array<string> | null | undefined;
};

export type DiscountEffectInput = {
  amount?: string | null | undefined;
  percentage?: number | null | undefined;
};

export type DiscountErrorCode =
  | 'ACTIVE_PERIOD_OVERLAP'
  | 'APPLIES_ON_NOTHING'
  | 'BLANK'
  | 'CONFLICT'
  | 'DISCOUNT_NOT_COMPATIBLE_WITH_CONDITION_TYPES'
  | 'DUPLICATE'
  | 'END_DATE_BEFORE_START_DATE'
  | 'EQUAL_TO'
  | 'EXCEEDED_MAX'
  | 'GREATER_THAN'
  | 'GREATER_THAN_OR_EQUAL_TO'
  | 'IMPLICIT_DUPLICATE'
  | 'INCLUSION'
  | 'INTERNAL_ERROR'
  | 'INVALID'
  | 'INVALID_COMBINES_WITH_FOR_DISCOUNT_CLASS'
  | 'INVALID_DISCOUNT_CLASS_FOR_PRICE_RULE'
  | 'INVALID_PRODUCT_DISCOUNTS_FALSE_WITH_EXISTING_TAGS_ON_SAME_CART_LINE'
  | 'INVALID_PRODUCT_DISCOUNTS_WITH_TAGS_ON_SAME_CART_LINE_FOR_DISCOUNT_CLASS'
  | 'INVALID_PRODUCT_DISCOUNTS_WITH_TAGS_ON_SAME_CART_LINE_WITHOUT_PRODUCT_DISCOUNTS'
  | 'INVALID_TAG_LENGTH'
  | 'LESS_THAN'
  | 'LESS_THAN_OR_EQUAL_TO'
  | 'MAX_APP_DISCOUNTS'
  | 'MINIMUM_SUBTOTAL_AND_QUANTITY_RANGE_BOTH_PRESENT'
  | 'MISSING_ARGUMENT'
  | 'MISSING_FUNCTION_IDENTIFIER'
  | 'MULTIPLE_FUNCTION_IDENTIFIERS'
  | 'MULTIPLE_RECURRING_CYCLE_LIMIT_FOR_NON_SUBSCRIPTION_ITEMS'
  | 'PRESENT'
  | 'PRODUCT_DISCOUNTS_WITH_TAGS_ON_SAME_CART_LINE_NOT_ENTITLED'
  | 'RECURRING_CYCLE_LIMIT_NOT_A_VALID_INTEGER'
  | 'TAKEN'
  | 'TOO_LONG'
  | 'TOO_MANY_ARGUMENTS'
  | 'TOO_MANY_PRODUCT_DISCOUNTS_WITH_TAGS_ON_SAME_CART_LINE'
  | 'TOO_MANY_TAGS'
  | 'TOO_SHORT'
  | 'VALUE_OUTSIDE_RANGE';

export type DiscountItemsInput = {
  all?: boolean | null | undefined;
  collections?: DiscountCollectionsInput | null | undefined;
  products?: DiscountProductsInput | null | undefined;
};

export type DiscountMarketsInput = {
  add?: Array<string> | null | undefined;
  remove?: Array<string> | null | undefined;
};

export type DiscountMinimumQuantityInput = {
  greaterThanOrEqualToQuantity?: string | null | undefined;
};

export type DiscountMinimumRequirementInput = {
  quantity?: DiscountMinimumQuantityInput | null | undefined;
  subtotal?: DiscountMinimumSubtotalInput | null | undefined;
};

export type DiscountMinimumSubtotalInput = {
  greaterThanOrEqualToSubtotal?: string | null | undefined;
};

export type DiscountOnQuantityInput = {
  effect?: DiscountEffectInput | null | undefined;
  quantity?: string | null | undefined;
};

export type DiscountProductsInput = {
  productVariantsToAdd?: Array<string> | null | undefined;
  productVariantsToRemove?: Array<string> | null | undefined;
  productsToAdd?: Array<string> | null | undefined;
  productsToRemove?: Array<string> | null | undefined;
};

export type DiscountStatus =
  | 'ACTIVE'
  | 'EXPIRED'
  | 'SCHEDULED';

export type FileContentType =
  | 'EXTERNAL_VIDEO'
  | 'FILE'
  | 'IMAGE'
  | 'MODEL_3D'
  | 'VIDEO';

export type FileCreateInputDuplicateResolutionMode =
  | 'APPEND_UUID'
  | 'RAISE_ERROR'
  | 'REPLACE';

export type FileSetInput = {
  alt?: string | null | undefined;
  contentType?: FileContentType | null | undefined;
  duplicateResolutionMode?: FileCreateInputDuplicateResolutionMode | null | undefined;
  filename?: string | null | undefined;
  id?: string | null | undefined;
  originalSource?: string | null | undefined;
};

export type FulfillmentEventStatus =
  | 'ATTEMPTED_DELIVERY'
  | 'CARRIER_PICKED_UP'
  | 'CONFIRMED'
  | 'DELAYED'
  | 'DELIVERED'
  | 'FAILURE'
  | 'IN_TRANSIT'
  | 'LABEL_PRINTED'
  | 'LABEL_PURCHASED'
  | 'OUT_FOR_DELIVERY'
  | 'READY_FOR_PICKUP';

export type FulfillmentOriginAddressInput = {
  address1?: string | null | undefined;
  address2?: string | null | undefined;
  city?: string | null | undefined;
  countryCode: string;
  provinceCode?: string | null | undefined;
  zip?: string | null | undefined;
};

export type InventoryAdjustmentInput = {
  adjustment?: number | null | undefined;
  changeFromQuantity?: number | null | undefined;
  locationId: string;
};

export type InventoryItemInput = {
  cost?: string | null | undefined;
  countryCodeOfOrigin?: CountryCode | null | undefined;
  countryHarmonizedSystemCodes?: Array<CountryHarmonizedSystemCodeInput> | null | undefined;
  harmonizedSystemCode?: string | null | undefined;
  measurement?: InventoryItemMeasurementInput | null | undefined;
  provinceCodeOfOrigin?: string | null | undefined;
  requiresShipping?: boolean | null | undefined;
  sku?: string | null | undefined;
  tracked?: boolean | null | undefined;
};

export type InventoryItemMeasurementInput = {
  shippingPackageId?: string | null | undefined;
  weight?: WeightInput | null | undefined;
};

export type InventoryLevelInput = {
  availableQuantity: number;
  locationId: string;
};

export type LinkedMetafieldCreateInput = {
  key: string;
  namespace: string;
  values?: Array<string> | null | undefined;
};

export type LocalizationExtensionInput = {
  key: LocalizationExtensionKey;
  value: string;
};

export type LocalizationExtensionKey =
  | 'SHIPPING_CREDENTIAL_BR'
  | 'SHIPPING_CREDENTIAL_CL'
  | 'SHIPPING_CREDENTIAL_CN'
  | 'SHIPPING_CREDENTIAL_CO'
  | 'SHIPPING_CREDENTIAL_CR'
  | 'SHIPPING_CREDENTIAL_EC'
  | 'SHIPPING_CREDENTIAL_ES'
  | 'SHIPPING_CREDENTIAL_GT'
  | 'SHIPPING_CREDENTIAL_ID'
  | 'SHIPPING_CREDENTIAL_KR'
  | 'SHIPPING_CREDENTIAL_MX'
  | 'SHIPPING_CREDENTIAL_MY'
  | 'SHIPPING_CREDENTIAL_PE'
  | 'SHIPPING_CREDENTIAL_PT'
  | 'SHIPPING_CREDENTIAL_PY'
  | 'SHIPPING_CREDENTIAL_TR'
  | 'SHIPPING_CREDENTIAL_TW'
  | 'SHIPPING_CREDENTIAL_TYPE_CO'
  | 'TAX_CREDENTIAL_BR'
  | 'TAX_CREDENTIAL_CL'
  | 'TAX_CREDENTIAL_CO'
  | 'TAX_CREDENTIAL_CR'
  | 'TAX_CREDENTIAL_EC'
  | 'TAX_CREDENTIAL_ES'
  | 'TAX_CREDENTIAL_GT'
  | 'TAX_CREDENTIAL_ID'
  | 'TAX_CREDENTIAL_IT'
  | 'TAX_CREDENTIAL_MX'
  | 'TAX_CREDENTIAL_MY'
  | 'TAX_CREDENTIAL_PE'
  | 'TAX_CREDENTIAL_PT'
  | 'TAX_CREDENTIAL_PY'
  | 'TAX_CREDENTIAL_TR'
  | 'TAX_CREDENTIAL_TYPE_CO'
  | 'TAX_CREDENTIAL_TYPE_MX'
  | 'TAX_CREDENTIAL_USE_MX'
  | 'TAX_EMAIL_IT';

export type LocalizedFieldInput = {
  key: LocalizedFieldKey;
  value: string;
};

export type LocalizedFieldKey =
  | 'SHIPPING_CREDENTIAL_BR'
  | 'SHIPPING_CREDENTIAL_CL'
  | 'SHIPPING_CREDENTIAL_CN'
  | 'SHIPPING_CREDENTIAL_CO'
  | 'SHIPPING_CREDENTIAL_CR'
  | 'SHIPPING_CREDENTIAL_EC'
  | 'SHIPPING_CREDENTIAL_ES'
  | 'SHIPPING_CREDENTIAL_GT'
  | 'SHIPPING_CREDENTIAL_ID'
  | 'SHIPPING_CREDENTIAL_KR'
  | 'SHIPPING_CREDENTIAL_MX'
  | 'SHIPPING_CREDENTIAL_MY'
  | 'SHIPPING_CREDENTIAL_PE'
  | 'SHIPPING_CREDENTIAL_PT'
  | 'SHIPPING_CREDENTIAL_PY'
  | 'SHIPPING_CREDENTIAL_TR'
  | 'SHIPPING_CREDENTIAL_TW'
  | 'SHIPPING_CREDENTIAL_TYPE_CO'
  | 'TAX_CREDENTIAL_BR'
  | 'TAX_CREDENTIAL_CL'
  | 'TAX_CREDENTIAL_CO'
  | 'TAX_CREDENTIAL_CR'
  | 'TAX_CREDENTIAL_EC'
  | 'TAX_CREDENTIAL_ES'
  | 'TAX_CREDENTIAL_GT'
  | 'TAX_CREDENTIAL_ID'
  | 'TAX_CREDENTIAL_IT'
  | 'TAX_CREDENTIAL_MX'
  | 'TAX_CREDENTIAL_MY'
  | 'TAX_CREDENTIAL_PE'
  | 'TAX_CREDENTIAL_PT'
  | 'TAX_CREDENTIAL_PY'
  | 'TAX_CREDENTIAL_TR'
  | 'TAX_CREDENTIAL_TYPE_CO'
  | 'TAX_CREDENTIAL_TYPE_MX'
  | 'TAX_CREDENTIAL_USE_MX'
  | 'TAX_EMAIL_IT';

export type MailingAddressInput = {
  address1?: string | null | undefined;
  address2?: string | null | undefined;
  city?: string | null | undefined;
  company?: string | null | undefined;
  /** @deprecated Use `countryCode` instead. */
  country?: string | null | undefined;
  countryCode?: CountryCode | null | undefined;
  firstName?: string | null | undefined;
  /** @deprecated Not needed for 90% of mutations, and provided separately where it is needed. */
  id?: string | null | undefined;
  lastName?: string | null | undefined;
  phone?: string | null | undefined;
  /** @deprecated Use `provinceCode` instead. */
  province?: string | null | undefined;
  provinceCode?: string | null | undefined;
  zip?: string | null | undefined;
};

export type MetafieldDefinitionCreateUserErrorCode =
  | 'ADMIN_ACCESS_INPUT_NOT_ALLOWED'
  | 'BLANK'
  | 'CAPABILITY_REQUIRED_BUT_DISABLED'
  | 'DUPLICATE_OPTION'
  | 'INCLUSION'
  | 'INVALID'
  | 'INVALID_CAPABILITY'
  | 'INVALID_CHARACTER'
  | 'INVALID_CONSTRAINTS'
  | 'INVALID_INPUT_COMBINATION'
  | 'INVALID_OPTION'
  | 'LIMIT_EXCEEDED'
  | 'OWNER_TYPE_LIMIT_EXCEEDED_FOR_AUTOMATED_COLLECTIONS'
  | 'OWNER_TYPE_LIMIT_EXCEEDED_FOR_USE_AS_ADMIN_FILTERS'
  | 'PINNED_LIMIT_REACHED'
  | 'PRESENT'
  | 'RESERVED_NAMESPACE_KEY'
  | 'RESOURCE_TYPE_LIMIT_EXCEEDED'
  | 'RESOURCE_TYPE_LIMIT_EXCEEDED_BY_APP'
  | 'TAKEN'
  | 'TOO_LONG'
  | 'TOO_SHORT'
  | 'TYPE_NOT_ALLOWED_FOR_CONDITIONS'
  | 'UNSTRUCTURED_ALREADY_EXISTS'
  | 'UNSUPPORTED_PINNING';

export type MetafieldInput = {
  id?: string | null | undefined;
  key?: string | null | undefined;
  namespace?: string | null | undefined;
  type?: string | null | undefined;
  value?: string | null | undefined;
};

export type MoneyBagInput = {
  presentmentMoney?: MoneyInput | null | undefined;
  shopMoney: MoneyInput;
};

export type MoneyInput = {
  amount: string;
  currencyCode: CurrencyCode;
};

export type OptionSetInput = {
  id?: string | null | undefined;
  linkedMetafield?: LinkedMetafieldCreateInput | null | undefined;
  name?: string | null | undefined;
  position?: number | null | undefined;
  values?: Array<OptionValueSetInput> | null | undefined;
};

export type OptionValueSetInput = {
  id?: string | null | undefined;
  name?: string | null | undefined;
};

export type OrderCancelReason =
  | 'CUSTOMER'
  | 'DECLINED'
  | 'FRAUD'
  | 'INVENTORY'
  | 'OTHER'
  | 'STAFF';

export type OrderCreateAssociateCustomerAttributesInput = {
  email?: string | null | undefined;
  id?: string | null | undefined;
};

export type OrderCreateCustomAttributeInput = {
  key: string;
  value: string;
};

export type OrderCreateCustomerAddressInput = {
  address1?: string | null | undefined;
  address2?: string | null | undefined;
  city?: string | null | undefined;
  company?: string | null | undefined;
  country?: string | null | undefined;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  phone?: string | null | undefined;
  province?: string | null | undefined;
  zip?: string | null | undefined;
};

export type OrderCreateCustomerInput =
  {   toAssociate: OrderCreateAssociateCustomerAttributesInput; toUpsert?: never; }
  |  { toAssociate?: never;   toUpsert: OrderCreateUpsertCustomerAttributesInput; };

export type OrderCreateDiscountCodeInput = {
  freeShippingDiscountCode?: OrderCreateFreeShippingDiscountCodeAttributesInput | null | undefined;
  itemFixedDiscountCode?: OrderCreateFixedDiscountCodeAttributesInput | null | undefined;
  itemPercentageDiscountCode?: OrderCreatePercentageDiscountCodeAttributesInput | null | undefined;
};

export type OrderCreateFinancialStatus =
  | 'AUTHORIZED'
  | 'EXPIRED'
  | 'PAID'
  | 'PARTIALLY_PAID'
  | 'PARTIALLY_REFUNDED'
  | 'PENDING'
  | 'REFUNDED'
  | 'VOIDED';

export type OrderCreateFixedDiscountCodeAttributesInput = {
  amountSet?: MoneyBagInput | null | undefined;
  code: string;
};

export type OrderCreateFreeShippingDiscountCodeAttributesInput = {
  code: string;
};

export type OrderCreateFulfillmentInput = {
  locationId: string;
  notifyCustomer?: boolean | null | undefined;
  originAddress?: FulfillmentOriginAddressInput | null | undefined;
  shipmentStatus?: FulfillmentEventStatus | null | undefined;
  trackingCompany?: string | null | undefined;
  trackingNumber?: string | null | undefined;
  trackingNumbers?: Array<string> | null | undefined;
};

export type OrderCreateFulfillmentStatus =
  | 'FULFILLED'
  | 'PARTIAL'
  | 'RESTOCKED';

export type OrderCreateInputsInventoryBehavior =
  | 'BYPASS'
  | 'DECREMENT_IGNORING_POLICY'
  | 'DECREMENT_OBEYING_POLICY';

export type OrderCreateLineItemInput = {
  fulfillmentService?: string | null | undefined;
  giftCard?: boolean | null | undefined;
  priceSet?: MoneyBagInput | null | undefined;
  productId?: string | null | undefined;
  properties?: Array<OrderCreateLineItemPropertyInput> | null | undefined;
  quantity: number;
  requiresShipping?: boolean | null | undefined;
  sku?: string | null | undefined;
  taxLines?: Array<OrderCreateTaxLineInput> | null | undefined;
  taxable?: boolean | null | undefined;
  title?: string | null | undefined;
  variantId?: string | null | undefined;
  variantTitle?: string | null | undefined;
  vendor?: string | null | undefined;
  weight?: WeightInput | null | undefined;
};

export type OrderCreateLineItemPropertyInput = {
  name: string;
  value: string;
};

export type OrderCreateOptionsInput = {
  inventoryBehaviour?: OrderCreateInputsInventoryBehavior | null | undefined;
  sendFulfillmentReceipt?: boolean | null | undefined;
  sendReceipt?: boolean | null | undefined;
};

export type OrderCreateOrderInput = {
  billingAddress?: MailingAddressInput | null | undefined;
  buyerAcceptsMarketing?: boolean | null | undefined;
  closedAt?: string | null | undefined;
  companyLocationId?: string | null | undefined;
  currency?: CurrencyCode | null | undefined;
  customAttributes?: Array<OrderCreateCustomAttributeInput> | null | undefined;
  customer?: OrderCreateCustomerInput | null | undefined;
  /** @deprecated This is replaced by the `customer` field in a future version. */
  customerId?: string | null | undefined;
  discountCode?: OrderCreateDiscountCodeInput | null | undefined;
  email?: string | null | undefined;
  financialStatus?: OrderCreateFinancialStatus | null | undefined;
  fulfillment?: OrderCreateFulfillmentInput | null | undefined;
  fulfillmentStatus?: OrderCreateFulfillmentStatus | null | undefined;
  lineItems?: Array<OrderCreateLineItemInput> | null | undefined;
  metafields?: Array<MetafieldInput> | null | undefined;
  name?: string | null | undefined;
  note?: string | null | undefined;
  phone?: string | null | undefined;
  poNumber?: string | null | undefined;
  presentmentCurrency?: CurrencyCode | null | undefined;
  processedAt?: string | null | undefined;
  referringSite?: string | null | undefined;
  shippingAddress?: MailingAddressInput | null | undefined;
  shippingLines?: Array<OrderCreateShippingLineInput> | null | undefined;
  sourceIdentifier?: string | null | undefined;
  sourceName?: string | null | undefined;
  sourceUrl?: string | null | undefined;
  tags?: Array<string> | null | undefined;
  taxLines?: Array<OrderCreateTaxLineInput> | null | undefined;
  taxesIncluded?: boolean | null | undefined;
  test?: boolean | null | undefined;
  transactions?: Array<OrderCreateOrderTransactionInput> | null | undefined;
  userId?: string | null | undefined;
};

export type OrderCreateOrderTransactionInput = {
  amountSet: MoneyBagInput;
  authorizationCode?: string | null | undefined;
  deviceId?: string | null | undefined;
  gateway?: string | null | undefined;
  giftCardId?: string | null | undefined;
  kind?: OrderTransactionKind | null | undefined;
  locationId?: string | null | undefined;
  processedAt?: string | null | undefined;
  receiptJson?: unknown;
  status?: OrderTransactionStatus | null | undefined;
  test?: boolean | null | undefined;
  userId?: string | null | undefined;
};

export type OrderCreatePercentageDiscountCodeAttributesInput = {
  code: string;
  percentage?: number | null | undefined;
};

export type OrderCreateShippingLineInput = {
  code?: string | null | undefined;
  priceSet: MoneyBagInput;
  source?: string | null | undefined;
  taxLines?: Array<OrderCreateTaxLineInput> | null | undefined;
  title: string;
};

export type OrderCreateTaxLineInput = {
  channelLiable?: boolean | null | undefined;
  priceSet?: MoneyBagInput | null | undefined;
  rate: string;
  title: string;
};

export type OrderCreateUpsertCustomerAttributesInput = {
  addresses?: Array<OrderCreateCustomerAddressInput> | null | undefined;
  email?: string | null | undefined;
  firstName?: string | null | undefined;
  id?: string | null | undefined;
  lastName?: string | null | undefined;
  multipassIdentifier?: string | null | undefined;
  note?: string | null | undefined;
  phone?: string | null | undefined;
  tags?: Array<string> | null | undefined;
  taxExempt?: boolean | null | undefined;
};

export type OrderCreateUserErrorCode =
  | 'FULFILLMENT_SERVICE_INVALID'
  | 'INVALID'
  | 'INVENTORY_CLAIM_FAILED'
  | 'PROCESSED_AT_INVALID'
  | 'REDUNDANT_CUSTOMER_FIELDS'
  | 'SHOP_DORMANT'
  | 'TAX_LINE_RATE_MISSING';

export type OrderDisplayFinancialStatus =
  | 'AUTHORIZED'
  | 'EXPIRED'
  | 'PAID'
  | 'PARTIALLY_PAID'
  | 'PARTIALLY_REFUNDED'
  | 'PENDING'
  | 'REFUNDED'
  | 'VOIDED';

export type OrderDisplayFulfillmentStatus =
  | 'FULFILLED'
  | 'FULFILLMENT_NOT_REQUIRED'
  | 'IN_PROGRESS'
  | 'ON_HOLD'
  | 'OPEN'
  | 'PARTIALLY_FULFILLED'
  | 'PENDING_FULFILLMENT'
  | 'REQUEST_DECLINED'
  | 'RESTOCKED'
  | 'SCHEDULED'
  | 'UNFULFILLED';

export type OrderInput = {
  customAttributes?: Array<AttributeInput> | null | undefined;
  email?: string | null | undefined;
  id: string;
  /** @deprecated This field will be removed in a future version. Use `localizedFields` instead. */
  localizationExtensions?: Array<LocalizationExtensionInput> | null | undefined;
  localizedFields?: Array<LocalizedFieldInput> | null | undefined;
  metafields?: Array<MetafieldInput> | null | undefined;
  note?: string | null | undefined;
  phone?: string | null | undefined;
  poNumber?: string | null | undefined;
  shippingAddress?: MailingAddressInput | null | undefined;
  tags?: Array<string> | null | undefined;
};

export type OrderTransactionKind =
  | 'AUTHORIZATION'
  | 'CAPTURE'
  | 'CHANGE'
  | 'EMV_AUTHORIZATION'
  | 'REFUND'
  | 'SALE'
  | 'SUGGESTED_REFUND'
  | 'VOID';

export type OrderTransactionStatus =
  | 'AWAITING_RESPONSE'
  | 'ERROR'
  | 'FAILURE'
  | 'PENDING'
  | 'SUCCESS'
  | 'UNKNOWN';

export type ProductClaimOwnershipInput = {
  bundles?: boolean | null | undefined;
};

export type ProductDiscountsWithTagsOnSameCartLineInput = {
  add?: Array<string> | null | undefined;
  remove?: Array<string> | null | undefined;
};

export type ProductSetInput = {
  category?: string | null | undefined;
  claimOwnership?: ProductClaimOwnershipInput | null | undefined;
  collections?: Array<string> | null | undefined;
  combinedListingRole?: CombinedListingsRole | null | undefined;
  descriptionHtml?: string | null | undefined;
  files?: Array<FileSetInput> | null | undefined;
  giftCard?: boolean | null | undefined;
  giftCardTemplateSuffix?: string | null | undefined;
  handle?: string | null | undefined;
  /** @deprecated Use `identifier` instead to get the product's ID */
  id?: string | null | undefined;
  metafields?: Array<MetafieldInput> | null | undefined;
  productOptions?: Array<OptionSetInput> | null | undefined;
  productType?: string | null | undefined;
  redirectNewHandle?: boolean | null | undefined;
  requiresSellingPlan?: boolean | null | undefined;
  seo?: SeoInput | null | undefined;
  status?: ProductStatus | null | undefined;
  tags?: Array<string> | null | undefined;
  templateSuffix?: string | null | undefined;
  title?: string | null | undefined;
  variants?: Array<ProductVariantSetInput> | null | undefined;
  vendor?: string | null | undefined;
};

export type ProductSetInventoryInput = {
  locationId: string;
  name: string;
  quantity: number;
};

export type ProductStatus =
  | 'ACTIVE'
  | 'ARCHIVED'
  | 'DRAFT'
  | 'UNLISTED';

export type ProductUpdateInput = {
  category?: string | null | undefined;
  collectionsToJoin?: Array<string> | null | undefined;
  collectionsToLeave?: Array<string> | null | undefined;
  deleteConflictingConstrainedMetafields?: boolean | null | undefined;
  descriptionHtml?: string | null | undefined;
  giftCardTemplateSuffix?: string | null | undefined;
  handle?: string | null | undefined;
  id?: string | null | undefined;
  metafields?: Array<MetafieldInput> | null | undefined;
  productType?: string | null | undefined;
  redirectNewHandle?: boolean | null | undefined;
  requiresSellingPlan?: boolean | null | undefined;
  seo?: SeoInput | null | undefined;
  status?: ProductStatus | null | undefined;
  tags?: Array<string> | null | undefined;
  templateSuffix?: string | null | undefined;
  title?: string | null | undefined;
  vendor?: string | null | undefined;
};

export type ProductVariantInventoryPolicy =
  | 'CONTINUE'
  | 'DENY';

export type ProductVariantSetInput = {
  barcode?: string | null | undefined;
  compareAtPrice?: string | null | undefined;
  file?: FileSetInput | null | undefined;
  id?: string | null | undefined;
  inventoryItem?: InventoryItemInput | null | undefined;
  inventoryPolicy?: ProductVariantInventoryPolicy | null | undefined;
  inventoryQuantities?: Array<ProductSetInventoryInput> | null | undefined;
  metafields?: Array<MetafieldInput> | null | undefined;
  optionValues: Array<VariantOptionValueInput>;
  position?: number | null | undefined;
  price?: string | null | undefined;
  published?: boolean | null | undefined;
  requiresComponents?: boolean | null | undefined;
  showUnitPrice?: boolean | null | undefined;
  sku?: string | null | undefined;
  taxCode?: string | null | undefined;
  taxable?: boolean | null | undefined;
  unitPriceMeasurement?: UnitPriceMeasurementInput | null | undefined;
};

export type ProductVariantsBulkInput = {
  barcode?: string | null | undefined;
  compareAtPrice?: string | null | undefined;
  id?: string | null | undefined;
  inventoryItem?: InventoryItemInput | null | undefined;
  inventoryPolicy?: ProductVariantInventoryPolicy | null | undefined;
  inventoryQuantities?: Array<InventoryLevelInput> | null | undefined;
  mediaId?: string | null | undefined;
  mediaSrc?: Array<string> | null | undefined;
  metafields?: Array<MetafieldInput> | null | undefined;
  optionValues?: Array<VariantOptionValueInput> | null | undefined;
  price?: string | null | undefined;
  published?: boolean | null | undefined;
  quantityAdjustments?: Array<InventoryAdjustmentInput> | null | undefined;
  requiresComponents?: boolean | null | undefined;
  showUnitPrice?: boolean | null | undefined;
  taxCode?: string | null | undefined;
  taxable?: boolean | null | undefined;
  unitPriceMeasurement?: UnitPriceMeasurementInput | null | undefined;
};

export type SeoInput = {
  description?: string | null | undefined;
  title?: string | null | undefined;
};

export type UnitPriceMeasurementInput = {
  quantityUnit?: UnitPriceMeasurementMeasuredUnit | null | undefined;
  quantityValue?: number | null | undefined;
  referenceUnit?: UnitPriceMeasurementMeasuredUnit | null | undefined;
  referenceValue?: number | null | undefined;
};

export type UnitPriceMeasurementMeasuredUnit =
  | 'CL'
  | 'CM'
  | 'FLOZ'
  | 'FT'
  | 'FT2'
  | 'G'
  | 'GAL'
  | 'IN'
  | 'ITEM'
  | 'KG'
  | 'L'
  | 'LB'
  | 'M'
  | 'M2'
  | 'M3'
  | 'MG'
  | 'ML'
  | 'MM'
  | 'OZ'
  | 'PT'
  | 'QT'
  | 'UNKNOWN'
  | 'YD';

export type VariantOptionValueInput = {
  id?: string | null | undefined;
  linkedMetafieldValue?: string | null | undefined;
  name?: string | null | undefined;
  optionId?: string | null | undefined;
  optionName?: string | null | undefined;
};

export type WebhookSubscriptionTopic =
  | 'APP_PURCHASES_ONE_TIME_UPDATE'
  | 'APP_SCOPES_UPDATE'
  | 'APP_SUBSCRIPTIONS_APPROACHING_CAPPED_AMOUNT'
  | 'APP_SUBSCRIPTIONS_UPDATE'
  | 'APP_UNINSTALLED'
  | 'AUDIT_EVENTS_ADMIN_API_ACTIVITY'
  | 'BULK_OPERATIONS_FINISH'
  | 'CARTS_CREATE'
  | 'CARTS_UPDATE'
  | 'CHANNELS_DELETE'
  | 'CHECKOUTS_CREATE'
  | 'CHECKOUTS_DELETE'
  | 'CHECKOUTS_UPDATE'
  | 'COLLECTIONS_CREATE'
  | 'COLLECTIONS_DELETE'
  | 'COLLECTIONS_UPDATE'
  | 'COLLECTION_LISTINGS_ADD'
  | 'COLLECTION_LISTINGS_REMOVE'
  | 'COLLECTION_LISTINGS_UPDATE'
  | 'COLLECTION_PUBLICATIONS_CREATE'
  | 'COLLECTION_PUBLICATIONS_DELETE'
  | 'COLLECTION_PUBLICATIONS_UPDATE'
  | 'COMPANIES_CREATE'
  | 'COMPANIES_DELETE'
  | 'COMPANIES_UPDATE'
  | 'COMPANY_CONTACTS_CREATE'
  | 'COMPANY_CONTACTS_DELETE'
  | 'COMPANY_CONTACTS_UPDATE'
  | 'COMPANY_CONTACT_ROLES_ASSIGN'
  | 'COMPANY_CONTACT_ROLES_REVOKE'
  | 'COMPANY_LOCATIONS_CREATE'
  | 'COMPANY_LOCATIONS_DELETE'
  | 'COMPANY_LOCATIONS_UPDATE'
  | 'CUSTOMERS_CREATE'
  | 'CUSTOMERS_DELETE'
  | 'CUSTOMERS_DISABLE'
  | 'CUSTOMERS_EMAIL_MARKETING_CONSENT_UPDATE'
  | 'CUSTOMERS_ENABLE'
  | 'CUSTOMERS_MARKETING_CONSENT_UPDATE'
  | 'CUSTOMERS_MERGE'
  | 'CUSTOMERS_PURCHASING_SUMMARY'
  | 'CUSTOMERS_UPDATE'
  | 'CUSTOMERS_WHATS_APP_MARKETING_CONSENT_UPDATE'
  | 'CUSTOMER_ACCOUNT_SETTINGS_UPDATE'
  | 'CUSTOMER_GROUPS_CREATE'
  | 'CUSTOMER_GROUPS_DELETE'
  | 'CUSTOMER_GROUPS_UPDATE'
  | 'CUSTOMER_JOINED_SEGMENT'
  | 'CUSTOMER_LEFT_SEGMENT'
  | 'CUSTOMER_PAYMENT_METHODS_CREATE'
  | 'CUSTOMER_PAYMENT_METHODS_REVOKE'
  | 'CUSTOMER_PAYMENT_METHODS_UPDATE'
  | 'CUSTOMER_TAGS_ADDED'
  | 'CUSTOMER_TAGS_REMOVED'
  | 'DELIVERY_PROMISE_SETTINGS_UPDATE'
  | 'DISCOUNTS_CREATE'
  | 'DISCOUNTS_DELETE'
  | 'DISCOUNTS_REDEEMCODE_ADDED'
  | 'DISCOUNTS_REDEEMCODE_REMOVED'
  | 'DISCOUNTS_UPDATE'
  | 'DISPUTES_CREATE'
  | 'DISPUTES_UPDATE'
  | 'DOMAINS_CREATE'
  | 'DOMAINS_DESTROY'
  | 'DOMAINS_UPDATE'
  | 'DRAFT_ORDERS_CREATE'
  | 'DRAFT_ORDERS_DELETE'
  | 'DRAFT_ORDERS_UPDATE'
  | 'FINANCE_APP_STAFF_MEMBER_DELETE'
  | 'FINANCE_APP_STAFF_MEMBER_GRANT'
  | 'FINANCE_APP_STAFF_MEMBER_REVOKE'
  | 'FINANCE_APP_STAFF_MEMBER_UPDATE'
  | 'FINANCE_KYC_INFORMATION_UPDATE'
  | 'FULFILLMENTS_CREATE'
  | 'FULFILLMENTS_UPDATE'
  | 'FULFILLMENT_EVENTS_CREATE'
  | 'FULFILLMENT_EVENTS_DELETE'
  | 'FULFILLMENT_HOLDS_ADDED'
  | 'FULFILLMENT_HOLDS_RELEASED'
  | 'FULFILLMENT_ORDERS_CANCELLATION_REQUEST_ACCEPTED'
  | 'FULFILLMENT_ORDERS_CANCELLATION_REQUEST_REJECTED'
  | 'FULFILLMENT_ORDERS_CANCELLATION_REQUEST_SUBMITTED'
  | 'FULFILLMENT_ORDERS_CANCELLED'
  | 'FULFILLMENT_ORDERS_FULFILLMENT_REQUEST_ACCEPTED'
  | 'FULFILLMENT_ORDERS_FULFILLMENT_REQUEST_REJECTED'
  | 'FULFILLMENT_ORDERS_FULFILLMENT_REQUEST_SUBMITTED'
  | 'FULFILLMENT_ORDERS_FULFILLMENT_SERVICE_FAILED_TO_COMPLETE'
  | 'FULFILLMENT_ORDERS_HOLD_RELEASED'
  | 'FULFILLMENT_ORDERS_LINE_ITEMS_PREPARED_FOR_LOCAL_DELIVERY'
  | 'FULFILLMENT_ORDERS_LINE_ITEMS_PREPARED_FOR_PICKUP'
  | 'FULFILLMENT_ORDERS_MANUALLY_REPORTED_PROGRESS_STOPPED'
  | 'FULFILLMENT_ORDERS_MERGED'
  | 'FULFILLMENT_ORDERS_MOVED'
  | 'FULFILLMENT_ORDERS_ORDER_ROUTING_COMPLETE'
  | 'FULFILLMENT_ORDERS_PLACED_ON_HOLD'
  | 'FULFILLMENT_ORDERS_PROGRESS_REPORTED'
  | 'FULFILLMENT_ORDERS_RESCHEDULED'
  | 'FULFILLMENT_ORDERS_SCHEDULED_FULFILLMENT_ORDER_READY'
  | 'FULFILLMENT_ORDERS_SPLIT'
  | 'INVENTORY_ITEMS_CREATE'
  | 'INVENTORY_ITEMS_DELETE'
  | 'INVENTORY_ITEMS_UPDATE'
  | 'INVENTORY_LEVELS_CONNECT'
  | 'INVENTORY_LEVELS_DISCONNECT'
  | 'INVENTORY_LEVELS_UPDATE'
  | 'INVENTORY_SHIPMENTS_ADD_ITEMS'
  | 'INVENTORY_SHIPMENTS_CREATE'
  | 'INVENTORY_SHIPMENTS_DELETE'
  | 'INVENTORY_SHIPMENTS_MARK_IN_TRANSIT'
  | 'INVENTORY_SHIPMENTS_RECEIVE_ITEMS'
  | 'INVENTORY_SHIPMENTS_REMOVE_ITEMS'
  | 'INVENTORY_SHIPMENTS_UPDATE_ITEM_QUANTITIES'
  | 'INVENTORY_SHIPMENTS_UPDATE_TRACKING'
  | 'INVENTORY_TRANSFERS_ADD_ITEMS'
  | 'INVENTORY_TRANSFERS_CANCEL'
  | 'INVENTORY_TRANSFERS_COMPLETE'
  | 'INVENTORY_TRANSFERS_READY_TO_SHIP'
  | 'INVENTORY_TRANSFERS_REMOVE_ITEMS'
  | 'INVENTORY_TRANSFERS_UPDATED'
  | 'INVENTORY_TRANSFERS_UPDATE_ITEM_QUANTITIES'
  | 'LOCALES_CREATE'
  | 'LOCALES_DESTROY'
  | 'LOCALES_UPDATE'
  | 'LOCATIONS_ACTIVATE'
  | 'LOCATIONS_CREATE'
  | 'LOCATIONS_DEACTIVATE'
  | 'LOCATIONS_DELETE'
  | 'LOCATIONS_UPDATE'
  | 'MARKETS_BACKUP_REGION_UPDATE'
  | 'MARKETS_CREATE'
  | 'MARKETS_DELETE'
  | 'MARKETS_UPDATE'
  | 'METAFIELD_DEFINITIONS_CREATE'
  | 'METAFIELD_DEFINITIONS_DELETE'
  | 'METAFIELD_DEFINITIONS_UPDATE'
  | 'METAOBJECTS_CREATE'
  | 'METAOBJECTS_DELETE'
  | 'METAOBJECTS_UPDATE'
  | 'ORDERS_CANCELLED'
  | 'ORDERS_CREATE'
  | 'ORDERS_DELETE'
  | 'ORDERS_EDITED'
  | 'ORDERS_FULFILLED'
  | 'ORDERS_LINK_REQUESTED'
  | 'ORDERS_PAID'
  | 'ORDERS_PARTIALLY_FULFILLED'
  | 'ORDERS_RISK_ASSESSMENT_CHANGED'
  | 'ORDERS_SHOPIFY_PROTECT_ELIGIBILITY_CHANGED'
  | 'ORDERS_UPDATED'
  | 'ORDER_TRANSACTIONS_CREATE'
  | 'PAYMENT_SCHEDULES_DUE'
  | 'PAYMENT_TERMS_CREATE'
  | 'PAYMENT_TERMS_DELETE'
  | 'PAYMENT_TERMS_UPDATE'
  | 'PRODUCTS_CREATE'
  | 'PRODUCTS_DELETE'
  | 'PRODUCTS_UPDATE'
  | 'PRODUCT_FEEDS_CREATE'
  | 'PRODUCT_FEEDS_FULL_SYNC'
  | 'PRODUCT_FEEDS_FULL_SYNC_FINISH'
  | 'PRODUCT_FEEDS_INCREMENTAL_SYNC'
  | 'PRODUCT_FEEDS_UPDATE'
  | 'PRODUCT_LISTINGS_ADD'
  | 'PRODUCT_LISTINGS_REMOVE'
  | 'PRODUCT_LISTINGS_UPDATE'
  | 'PRODUCT_PUBLICATIONS_CREATE'
  | 'PRODUCT_PUBLICATIONS_DELETE'
  | 'PRODUCT_PUBLICATIONS_UPDATE'
  | 'PROFILES_CREATE'
  | 'PROFILES_DELETE'
  | 'PROFILES_UPDATE'
  | 'REFUNDS_CREATE'
  | 'RETURNS_APPROVE'
  | 'RETURNS_CANCEL'
  | 'RETURNS_CLOSE'
  | 'RETURNS_DECLINE'
  | 'RETURNS_PROCESS'
  | 'RETURNS_REOPEN'
  | 'RETURNS_REQUEST'
  | 'RETURNS_UPDATE'
  | 'REVERSE_DELIVERIES_ATTACH_DELIVERABLE'
  | 'REVERSE_FULFILLMENT_ORDERS_DISPOSE'
  | 'SCHEDULED_PRODUCT_LISTINGS_ADD'
  | 'SCHEDULED_PRODUCT_LISTINGS_REMOVE'
  | 'SCHEDULED_PRODUCT_LISTINGS_UPDATE'
  | 'SEGMENTS_CREATE'
  | 'SEGMENTS_DELETE'
  | 'SEGMENTS_UPDATE'
  | 'SELLING_PLAN_GROUPS_CREATE'
  | 'SELLING_PLAN_GROUPS_DELETE'
  | 'SELLING_PLAN_GROUPS_UPDATE'
  | 'SHIPPING_ADDRESSES_CREATE'
  | 'SHIPPING_ADDRESSES_UPDATE'
  | 'SHOP_UPDATE'
  | 'SUBSCRIPTION_BILLING_ATTEMPTS_CHALLENGED'
  | 'SUBSCRIPTION_BILLING_ATTEMPTS_FAILURE'
  | 'SUBSCRIPTION_BILLING_ATTEMPTS_SUCCESS'
  | 'SUBSCRIPTION_BILLING_CYCLES_SKIP'
  | 'SUBSCRIPTION_BILLING_CYCLES_UNSKIP'
  | 'SUBSCRIPTION_BILLING_CYCLE_EDITS_CREATE'
  | 'SUBSCRIPTION_BILLING_CYCLE_EDITS_DELETE'
  | 'SUBSCRIPTION_BILLING_CYCLE_EDITS_UPDATE'
  | 'SUBSCRIPTION_CONTRACTS_ACTIVATE'
  | 'SUBSCRIPTION_CONTRACTS_CANCEL'
  | 'SUBSCRIPTION_CONTRACTS_CREATE'
  | 'SUBSCRIPTION_CONTRACTS_EXPIRE'
  | 'SUBSCRIPTION_CONTRACTS_FAIL'
  | 'SUBSCRIPTION_CONTRACTS_PAUSE'
  | 'SUBSCRIPTION_CONTRACTS_UPDATE'
  | 'TAX_SERVICES_CREATE'
  | 'TAX_SERVICES_UPDATE'
  | 'TENDER_TRANSACTIONS_CREATE'
  | 'THEMES_CREATE'
  | 'THEMES_DELETE'
  | 'THEMES_PUBLISH'
  | 'THEMES_UPDATE'
  | 'VARIANTS_IN_STOCK'
  | 'VARIANTS_OUT_OF_STOCK';

export type WeightInput = {
  unit: WeightUnit;
  value: number;
};

export type WeightUnit =
  | 'GRAMS'
  | 'KILOGRAMS'
  | 'OUNCES'
  | 'POUNDS';

export type ShopQueryVariables = Exact<{ [key: string]: never; }>;


export type ShopQuery = { shop: { name: string, myshopifyDomain: string, currencyCode: CurrencyCode }, currentAppInstallation: { accessScopes: Array<{ handle: string }> } };

export type WebhookSubscriptionsQueryVariables = Exact<{ [key: string]: never; }>;


export type WebhookSubscriptionsQuery = { webhookSubscriptions: { nodes: Array<{ id: string, topic: WebhookSubscriptionTopic, uri: string }> } };

export type WebhookSubscriptionCreateMutationVariables = Exact<{
  topic: WebhookSubscriptionTopic;
  uri: string;
}>;


export type WebhookSubscriptionCreateMutation = { webhookSubscriptionCreate: { webhookSubscription: { id: string } | null, userErrors: Array<{ field: Array<string> | null, message: string }> } | null };

export type WebhookSubscriptionDeleteMutationVariables = Exact<{
  id: string;
}>;


export type WebhookSubscriptionDeleteMutation = { webhookSubscriptionDelete: { deletedWebhookSubscriptionId: string | null, userErrors: Array<{ field: Array<string> | null, message: string }> } | null };

export type MetafieldDefinitionCreateMutationVariables = Exact<{ [key: string]: never; }>;


export type MetafieldDefinitionCreateMutation = { metafieldDefinitionCreate: { createdDefinition: { id: string } | null, userErrors: Array<{ code: MetafieldDefinitionCreateUserErrorCode | null, field: Array<string> | null, message: string }> } | null };

export type OrderByIdentifierQueryVariables = Exact<{
  attemptKey: string;
}>;


export type OrderByIdentifierQuery = { orderByIdentifier: { id: string, name: string, legacyResourceId: string, sourceIdentifier: string | null, createdAt: string, updatedAt: string, cancelledAt: string | null, displayFinancialStatus: OrderDisplayFinancialStatus | null, displayFulfillmentStatus: OrderDisplayFulfillmentStatus, capturable: boolean, totalReceivedSet: { shopMoney: { amount: string } }, totalRefundedSet: { shopMoney: { amount: string } }, totalOutstandingSet: { shopMoney: { amount: string } }, transactions: Array<{ id: string, kind: OrderTransactionKind, status: OrderTransactionStatus, gateway: string | null, formattedGateway: string | null, manualPaymentGateway: boolean, createdAt: string, processedAt: string | null, amountSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } }> } | null };

export type OrderCreateMutationVariables = Exact<{
  order: OrderCreateOrderInput;
  options?: OrderCreateOptionsInput | null | undefined;
}>;


export type OrderCreateMutation = { orderCreate: { order: { id: string, name: string, legacyResourceId: string, sourceIdentifier: string | null, createdAt: string, updatedAt: string, cancelledAt: string | null, displayFinancialStatus: OrderDisplayFinancialStatus | null, displayFulfillmentStatus: OrderDisplayFulfillmentStatus, capturable: boolean, totalReceivedSet: { shopMoney: { amount: string } }, totalRefundedSet: { shopMoney: { amount: string } }, totalOutstandingSet: { shopMoney: { amount: string } }, transactions: Array<{ id: string, kind: OrderTransactionKind, status: OrderTransactionStatus, gateway: string | null, formattedGateway: string | null, manualPaymentGateway: boolean, createdAt: string, processedAt: string | null, amountSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } }> } | null, userErrors: Array<{ code: OrderCreateUserErrorCode | null, field: Array<string> | null, message: string }> } | null };

export type OrderUpdateMutationVariables = Exact<{
  input: OrderInput;
}>;


export type OrderUpdateMutation = { orderUpdate: { order: { id: string } | null, userErrors: Array<{ field: Array<string> | null, message: string }> } | null };

export type OrderMarkAsPaidMutationVariables = Exact<{
  id: string;
}>;


export type OrderMarkAsPaidMutation = { orderMarkAsPaid: { order: { id: string, name: string, legacyResourceId: string, sourceIdentifier: string | null, createdAt: string, updatedAt: string, cancelledAt: string | null, displayFinancialStatus: OrderDisplayFinancialStatus | null, displayFulfillmentStatus: OrderDisplayFulfillmentStatus, capturable: boolean, totalReceivedSet: { shopMoney: { amount: string } }, totalRefundedSet: { shopMoney: { amount: string } }, totalOutstandingSet: { shopMoney: { amount: string } }, transactions: Array<{ id: string, kind: OrderTransactionKind, status: OrderTransactionStatus, gateway: string | null, formattedGateway: string | null, manualPaymentGateway: boolean, createdAt: string, processedAt: string | null, amountSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } }> } | null, userErrors: Array<{ field: Array<string> | null, message: string }> } | null };

export type OrderCancelMutationVariables = Exact<{
  orderId: string;
  reason: OrderCancelReason;
  restock: boolean;
  notifyCustomer?: boolean | null | undefined;
  staffNote?: string | null | undefined;
}>;


export type OrderCancelMutation = { orderCancel: { job: { id: string, done: boolean } | null, userErrors: Array<{ field: Array<string> | null, message: string }> } | null };

export type JobQueryVariables = Exact<{
  id: string;
}>;


export type JobQuery = { job: { id: string, done: boolean } | null };

export type OrderQueryVariables = Exact<{
  id: string;
}>;


export type OrderQuery = { order: { id: string, name: string, legacyResourceId: string, sourceIdentifier: string | null, createdAt: string, updatedAt: string, cancelledAt: string | null, displayFinancialStatus: OrderDisplayFinancialStatus | null, displayFulfillmentStatus: OrderDisplayFulfillmentStatus, capturable: boolean, totalReceivedSet: { shopMoney: { amount: string } }, totalRefundedSet: { shopMoney: { amount: string } }, totalOutstandingSet: { shopMoney: { amount: string } }, transactions: Array<{ id: string, kind: OrderTransactionKind, status: OrderTransactionStatus, gateway: string | null, formattedGateway: string | null, manualPaymentGateway: boolean, createdAt: string, processedAt: string | null, amountSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } }> } | null };

export type OrdersQueryVariables = Exact<{
  query: string;
  first: number;
  after?: string | null | undefined;
}>;


export type OrdersQuery = { orders: { nodes: Array<{ id: string, name: string, legacyResourceId: string, sourceIdentifier: string | null, createdAt: string, updatedAt: string, cancelledAt: string | null, displayFinancialStatus: OrderDisplayFinancialStatus | null, displayFulfillmentStatus: OrderDisplayFulfillmentStatus, totalReceivedSet: { shopMoney: { amount: string } }, totalRefundedSet: { shopMoney: { amount: string } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ProductSetMutationVariables = Exact<{
  input: ProductSetInput;
}>;


export type ProductSetMutation = { productSet: { product: { id: string, title: string, handle: string, description: string, vendor: string, productType: string, tags: Array<string>, status: ProductStatus, totalInventory: number, updatedAt: string, category: { name: string } | null, featuredMedia:
        | { preview: { image: { url: string } | null } | null }
        | { preview: { image: { url: string } | null } | null }
        | { preview: { image: { url: string } | null } | null }
        | { preview: { image: { url: string } | null } | null }
       | null, variants: { nodes: Array<{ id: string, sku: string | null, price: string, taxable: boolean, inventoryItem: { requiresShipping: boolean, measurement: { weight: { value: number, unit: WeightUnit } | null } } }> } } | null, userErrors: Array<{ field: Array<string> | null, message: string }> } | null };

export type ProductUpdateMutationVariables = Exact<{
  product: ProductUpdateInput;
}>;


export type ProductUpdateMutation = { productUpdate: { product: { id: string, updatedAt: string } | null, userErrors: Array<{ field: Array<string> | null, message: string }> } | null };

export type ProductVariantsBulkUpdateMutationVariables = Exact<{
  productId: string;
  variants: Array<ProductVariantsBulkInput> | ProductVariantsBulkInput;
}>;


export type ProductVariantsBulkUpdateMutation = { productVariantsBulkUpdate: { product: { id: string, title: string, handle: string, description: string, vendor: string, productType: string, tags: Array<string>, status: ProductStatus, totalInventory: number, updatedAt: string, category: { name: string } | null, featuredMedia:
        | { preview: { image: { url: string } | null } | null }
        | { preview: { image: { url: string } | null } | null }
        | { preview: { image: { url: string } | null } | null }
        | { preview: { image: { url: string } | null } | null }
       | null, variants: { nodes: Array<{ id: string, sku: string | null, price: string, taxable: boolean, inventoryItem: { requiresShipping: boolean, measurement: { weight: { value: number, unit: WeightUnit } | null } } }> } } | null, userErrors: Array<{ field: Array<string> | null, message: string }> } | null };

export type ProductQueryVariables = Exact<{
  id: string;
}>;


export type ProductQuery = { product: { id: string, title: string, handle: string, description: string, vendor: string, productType: string, tags: Array<string>, status: ProductStatus, totalInventory: number, updatedAt: string, category: { name: string } | null, featuredMedia:
      | { preview: { image: { url: string } | null } | null }
      | { preview: { image: { url: string } | null } | null }
      | { preview: { image: { url: string } | null } | null }
      | { preview: { image: { url: string } | null } | null }
     | null, variants: { nodes: Array<{ id: string, sku: string | null, price: string, taxable: boolean, inventoryItem: { requiresShipping: boolean, measurement: { weight: { value: number, unit: WeightUnit } | null } } }> } } | null };

export type ProductByHandleQueryVariables = Exact<{
  handle: string;
}>;


export type ProductByHandleQuery = { productByIdentifier: { id: string, title: string, handle: string, description: string, vendor: string, productType: string, tags: Array<string>, status: ProductStatus, totalInventory: number, updatedAt: string, category: { name: string } | null, featuredMedia:
      | { preview: { image: { url: string } | null } | null }
      | { preview: { image: { url: string } | null } | null }
      | { preview: { image: { url: string } | null } | null }
      | { preview: { image: { url: string } | null } | null }
     | null, variants: { nodes: Array<{ id: string, sku: string | null, price: string, taxable: boolean, inventoryItem: { requiresShipping: boolean, measurement: { weight: { value: number, unit: WeightUnit } | null } } }> } } | null };

export type ProductsQueryVariables = Exact<{
  query?: string | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type ProductsQuery = { products: { nodes: Array<{ id: string, title: string, handle: string, description: string, vendor: string, productType: string, tags: Array<string>, status: ProductStatus, totalInventory: number, updatedAt: string, category: { name: string } | null, featuredMedia:
        | { preview: { image: { url: string } | null } | null }
        | { preview: { image: { url: string } | null } | null }
        | { preview: { image: { url: string } | null } | null }
        | { preview: { image: { url: string } | null } | null }
       | null, variants: { nodes: Array<{ id: string, sku: string | null, price: string, taxable: boolean, inventoryItem: { requiresShipping: boolean, measurement: { weight: { value: number, unit: WeightUnit } | null } } }> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type NodesQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type NodesQuery = { nodes: Array<
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
   | null> };

export type ProductsCountQueryVariables = Exact<{
  query?: string | null | undefined;
}>;


export type ProductsCountQuery = { productsCount: { count: number } | null };

export type DiscountCodeBasicCreateMutationVariables = Exact<{
  discount: DiscountCodeBasicInput;
}>;


export type DiscountCodeBasicCreateMutation = { discountCodeBasicCreate: { codeDiscountNode: { id: string, codeDiscount:
        | { __typename: 'DiscountCodeApp' }
        | { __typename: 'DiscountCodeBasic', title: string, status: DiscountStatus, usageLimit: number | null, startsAt: string, endsAt: string | null, updatedAt: string, tags: Array<string>, codes: { nodes: Array<{ code: string }> } }
        | { __typename: 'DiscountCodeBxgy' }
        | { __typename: 'DiscountCodeFreeShipping' }
       } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: DiscountErrorCode | null }> } | null };

export type DiscountCodeBasicUpdateMutationVariables = Exact<{
  id: string;
  discount: DiscountCodeBasicInput;
}>;


export type DiscountCodeBasicUpdateMutation = { discountCodeBasicUpdate: { codeDiscountNode: { id: string, codeDiscount:
        | { __typename: 'DiscountCodeApp' }
        | { __typename: 'DiscountCodeBasic', title: string, status: DiscountStatus, usageLimit: number | null, startsAt: string, endsAt: string | null, updatedAt: string, tags: Array<string>, codes: { nodes: Array<{ code: string }> } }
        | { __typename: 'DiscountCodeBxgy' }
        | { __typename: 'DiscountCodeFreeShipping' }
       } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: DiscountErrorCode | null }> } | null };

export type DiscountCodeActivateMutationVariables = Exact<{
  id: string;
}>;


export type DiscountCodeActivateMutation = { discountCodeActivate: { codeDiscountNode: { id: string, codeDiscount:
        | { __typename: 'DiscountCodeApp' }
        | { __typename: 'DiscountCodeBasic', title: string, status: DiscountStatus, usageLimit: number | null, startsAt: string, endsAt: string | null, updatedAt: string, tags: Array<string>, codes: { nodes: Array<{ code: string }> } }
        | { __typename: 'DiscountCodeBxgy' }
        | { __typename: 'DiscountCodeFreeShipping' }
       } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: DiscountErrorCode | null }> } | null };

export type DiscountCodeDeactivateMutationVariables = Exact<{
  id: string;
}>;


export type DiscountCodeDeactivateMutation = { discountCodeDeactivate: { codeDiscountNode: { id: string, codeDiscount:
        | { __typename: 'DiscountCodeApp' }
        | { __typename: 'DiscountCodeBasic', title: string, status: DiscountStatus, usageLimit: number | null, startsAt: string, endsAt: string | null, updatedAt: string, tags: Array<string>, codes: { nodes: Array<{ code: string }> } }
        | { __typename: 'DiscountCodeBxgy' }
        | { __typename: 'DiscountCodeFreeShipping' }
       } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: DiscountErrorCode | null }> } | null };

export type DiscountCodeDeleteMutationVariables = Exact<{
  id: string;
}>;


export type DiscountCodeDeleteMutation = { discountCodeDelete: { deletedCodeDiscountId: string | null, userErrors: Array<{ field: Array<string> | null, message: string, code: DiscountErrorCode | null }> } | null };

export type DiscountCodeQueryVariables = Exact<{
  id: string;
}>;


export type DiscountCodeQuery = { codeDiscountNode: { id: string, codeDiscount:
      | { __typename: 'DiscountCodeApp' }
      | { __typename: 'DiscountCodeBasic', title: string, status: DiscountStatus, usageLimit: number | null, startsAt: string, endsAt: string | null, updatedAt: string, tags: Array<string>, codes: { nodes: Array<{ code: string }> } }
      | { __typename: 'DiscountCodeBxgy' }
      | { __typename: 'DiscountCodeFreeShipping' }
     } | null };

export type DiscountByCodeQueryVariables = Exact<{
  code: string;
}>;


export type DiscountByCodeQuery = { codeDiscountNodeByCode: { id: string, codeDiscount:
      | { __typename: 'DiscountCodeApp' }
      | { __typename: 'DiscountCodeBasic', title: string, status: DiscountStatus, usageLimit: number | null, startsAt: string, endsAt: string | null, updatedAt: string, tags: Array<string>, codes: { nodes: Array<{ code: string }> } }
      | { __typename: 'DiscountCodeBxgy' }
      | { __typename: 'DiscountCodeFreeShipping' }
     } | null };

/** What each operation takes and answers. */
export interface OperationTypes {
  shop: { data: ShopQuery; variables: ShopQueryVariables }
  webhookSubscriptions: { data: WebhookSubscriptionsQuery; variables: WebhookSubscriptionsQueryVariables }
  webhookSubscriptionCreate: { data: WebhookSubscriptionCreateMutation; variables: WebhookSubscriptionCreateMutationVariables }
  webhookSubscriptionDelete: { data: WebhookSubscriptionDeleteMutation; variables: WebhookSubscriptionDeleteMutationVariables }
  metafieldDefinitionCreate: { data: MetafieldDefinitionCreateMutation; variables: MetafieldDefinitionCreateMutationVariables }
  orderByIdentifier: { data: OrderByIdentifierQuery; variables: OrderByIdentifierQueryVariables }
  orderCreate: { data: OrderCreateMutation; variables: OrderCreateMutationVariables }
  orderUpdate: { data: OrderUpdateMutation; variables: OrderUpdateMutationVariables }
  orderMarkAsPaid: { data: OrderMarkAsPaidMutation; variables: OrderMarkAsPaidMutationVariables }
  orderCancel: { data: OrderCancelMutation; variables: OrderCancelMutationVariables }
  job: { data: JobQuery; variables: JobQueryVariables }
  order: { data: OrderQuery; variables: OrderQueryVariables }
  orders: { data: OrdersQuery; variables: OrdersQueryVariables }
  productSet: { data: ProductSetMutation; variables: ProductSetMutationVariables }
  productUpdate: { data: ProductUpdateMutation; variables: ProductUpdateMutationVariables }
  productVariantsBulkUpdate: { data: ProductVariantsBulkUpdateMutation; variables: ProductVariantsBulkUpdateMutationVariables }
  product: { data: ProductQuery; variables: ProductQueryVariables }
  productByHandle: { data: ProductByHandleQuery; variables: ProductByHandleQueryVariables }
  products: { data: ProductsQuery; variables: ProductsQueryVariables }
  nodes: { data: NodesQuery; variables: NodesQueryVariables }
  productsCount: { data: ProductsCountQuery; variables: ProductsCountQueryVariables }
  discountCodeBasicCreate: { data: DiscountCodeBasicCreateMutation; variables: DiscountCodeBasicCreateMutationVariables }
  discountCodeBasicUpdate: { data: DiscountCodeBasicUpdateMutation; variables: DiscountCodeBasicUpdateMutationVariables }
  discountCodeActivate: { data: DiscountCodeActivateMutation; variables: DiscountCodeActivateMutationVariables }
  discountCodeDeactivate: { data: DiscountCodeDeactivateMutation; variables: DiscountCodeDeactivateMutationVariables }
  discountCodeDelete: { data: DiscountCodeDeleteMutation; variables: DiscountCodeDeleteMutationVariables }
  discountCode: { data: DiscountCodeQuery; variables: DiscountCodeQueryVariables }
  discountByCode: { data: DiscountByCodeQuery; variables: DiscountByCodeQueryVariables }
}
