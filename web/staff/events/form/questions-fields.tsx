import type { UseFormReturnType } from '@mantine/form'
import { questionLimits } from '@trunkshow/contract/events/rules.ts'
import { FieldsEditor } from '../../templates/form/fields-editor.tsx'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { FormSection } from '../../ui/form/form-section.tsx'
import type { EventFormValues } from './event-form-values.ts'

/** What guests are asked besides name and email (docs/product.md, Questions). */
export function QuestionsFields({ form }: { form: UseFormReturnType<EventFormValues> }) {
  const { questions, photos } = questionLimits
  return (
    <FormSection
      title="Questions for guests"
      hint="Asked when they book, besides name and email. Changing a question keeps the answers you already have."
    >
      <ChoiceField
        label="Phone number"
        choices={[
          { value: 'off', label: 'Don’t ask' },
          { value: 'optional', label: 'Optional' },
          { value: 'required', label: 'Required' },
        ]}
        {...form.getInputProps('phoneQuestion')}
      />
      <FieldsEditor
        form={form}
        list="questions"
        most={questions}
        description={`Up to ${questions}, and up to ${photos} of them for a photo`}
      />
    </FormSection>
  )
}
