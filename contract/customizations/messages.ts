export const customizationMessages = {
  nameRequired: 'Customization name is required',
  nameTooLong: 'Customization name must be 200 characters or less',
  descriptionTooLong: 'Description must be 2,000 characters or less',
  notFound: 'Customization not found.',
  optionNameRequired: 'Option name is required',
  optionNameTooLong: 'Option name must be 200 characters or less',
  optionNotFound: 'Option not found.',
  alreadyAssigned: 'This customization is already assigned to the product.',
  notAssigned: 'This customization is not assigned to the product.',
} as const
