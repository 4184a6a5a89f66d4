/** Problems with a form's answers; guest pages have these without the others. */
export const answerMessages = {
  required: (label: string) => (label.endsWith('?') ? 'Answer this question' : `${label} is required`),
  answerUnreadable: 'We couldn’t read this answer. Enter it again.',
  notNumber: 'Enter a number',
  notOption: 'Select one of the options',
  answerTooLong: (most: number) => `This must be ${most.toLocaleString('en-US')} characters or less`,
} as const

/** Texts for order-form templates and the forms made from them. */
export const templateMessages = {
  noId: 'No template ID provided for update',
  nameRequired: 'Name is required',
  nameTooLong: 'Name must be 200 characters or less',
  itemTypeTooLong: 'Item type must be 100 characters or less',
  fieldsRequired: 'At least one field is required',
  fieldsInvalid: 'Invalid fields format',
  tooManyFields: 'A template can have at most 100 fields',
  fieldLabelRequired: 'Field label is required',
  fieldLabelTooLong: 'Field labels must be 200 characters or less',
  fieldTypeInvalid: 'Select a field type',
  fieldTwice: 'Two fields have the same id.',
  optionsRequired: 'Enter at least one option, one per line',
  optionTooLong: 'Options must be 200 characters or less',
  optionTwice: 'Enter each option only once',
  tooManyOptions: 'A field can have at most 200 options',
  placeholderTooLong: 'Placeholders must be 200 characters or less',
  productsInvalid: 'Select products from the list',
  notFound: 'Template not found.',
  changed: (name: string) => `${name} just changed this template. Review the form, then save again.`,
  /** Changes not allowed on a template in use (docs/product.md, Changing a form in use). */
  inUseNotDeleted: 'Orders use this template. Archive it instead of deleting it.',
  confirmSafeUpdate: 'Orders use this template. Check Confirm Safe Update, then save.',
  fieldInUseNotDeleted: (label: string) => `Orders use the field “${label}”. Hide it instead of deleting it.`,
  fieldInUseType: (label: string) => `Orders use the field “${label}”, so its type can’t change.`,
  requiredChanges: 'Applies to new orders only.',
  archivedAlready: 'This template is archived.',
  notArchived: 'This template isn’t archived.',
  ...answerMessages,
} as const
