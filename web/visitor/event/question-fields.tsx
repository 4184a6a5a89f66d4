import { checkGuestAnswers, questionField } from '@trunkshow/contract/bookings/rules.ts'
import type { Asked } from '@trunkshow/contract/events/rules.ts'
import { fileTooLarge, guestPhoto, MEGABYTE } from '@trunkshow/contract/images.ts'
import { personLimits } from '@trunkshow/contract/person.ts'
import { MAX_ANSWER_CHARACTERS } from '@trunkshow/contract/templates/rules.ts'
import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import type { ReactNode } from 'react'
import styles from '../shell/form.module.css'
import { Field, FieldFrame, type PersonFieldsProps } from '../shell/form.tsx'

/** What the host asks besides name and email (docs/product.md, Questions). */
export function QuestionFields({ asked, typed, errors, onInput }: PersonFieldsProps & { asked: Asked }) {
  const { phoneQuestion, questions, questionsVersion } = asked
  return (
    <>
      <input type="hidden" name="questionsVersion" value={questionsVersion} autoComplete="off" />
      {phoneQuestion !== 'off' && (
        <Field
          label="Phone Number"
          optional={phoneQuestion === 'optional'}
          name="phone"
          type="tel"
          autoComplete="tel"
          required={phoneQuestion === 'required'}
          maxLength={personLimits.phone}
          defaultValue={typed?.phone}
          error={errors.phone}
          onInput={() => onInput?.('phone')}
        />
      )}
      {questions.map((question, position) => {
        const name = questionField(question, position)
        return (
          <QuestionField
            key={question.id}
            question={question}
            name={name}
            typed={typed?.answers?.[question.id]}
            isAgain={typed !== undefined}
            error={errors[name]}
            onInput={() => onInput?.(name)}
          />
        )
      })}
    </>
  )
}

interface QuestionFieldProps {
  question: TemplateField
  name: string
  typed: string | undefined
  /** Whether the page answers a refused post: browsers don't keep a chosen file. */
  isAgain: boolean
  error: string | undefined
  onInput: () => void
}

function QuestionField({ question, name, typed, isAgain, error, onInput }: QuestionFieldProps) {
  const { label, type, required, placeholder, options } = question
  const about = { label, error, optional: !required }
  const input = { name, required, onInput }
  const text = { ...input, placeholder: placeholder || undefined, defaultValue: typed }
  switch (type) {
    case 'text':
    case 'date':
      return <Field {...about} {...text} type={type} maxLength={MAX_ANSWER_CHARACTERS} />
    case 'number':
      return (
        <Field
          {...about}
          {...text}
          inputMode="decimal"
          pattern="[+\-]?(\d+(\.\d+)?|\.\d+)"
          title="Enter a number"
          autoComplete="off"
        />
      )
    case 'textarea':
      return (
        <FieldFrame {...about}>
          {(described) => <textarea rows={3} maxLength={MAX_ANSWER_CHARACTERS} {...text} {...described} />}
        </FieldFrame>
      )
    case 'dropdown':
      return (
        <FieldFrame {...about}>
          {(described) => (
            <select {...input} defaultValue={typed ?? ''} {...described}>
              <option value="">{placeholder || 'Select an option'}</option>
              {options.map((option) => (
                <option key={option} value={option}>
                  {option}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
      )
    case 'checkbox':
      return (
        <FieldFrame error={error}>
          {(described) => (
            <label className={styles.check}>
              <input
                type="checkbox"
                value="true"
                defaultChecked={typed === 'true'}
                {...input}
                {...described}
              />
              <span>
                {label}
                <Hint>{placeholder}</Hint>
              </span>
            </label>
          )}
        </FieldFrame>
      )
    case 'attachment':
      return (
        <FieldFrame {...about}>
          {(described) => (
            <>
              <input
                type="file"
                accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
                {...input}
                {...described}
              />
              <Hint>
                {placeholder || `One photo, up to ${guestPhoto.megabytes} MB`}
                {isAgain && '. If you had chosen one, choose it again.'}
              </Hint>
            </>
          )}
        </FieldFrame>
      )
  }
}

const Hint = ({ children }: { children: ReactNode }) => children && <small>{children}</small>

/** Returns field names with a message for the answers that the browser can check itself. */
export function checkAnswers(data: FormData, asked: Asked) {
  const texts: Record<string, string> = {}
  const photos: string[] = []
  const tooLarge: Record<string, string> = {}
  for (const [name, value] of data) {
    if (typeof value === 'string') texts[name] = value
    else if (value.size > 0) photos.push(name)
    if (typeof value !== 'string' && value.size > guestPhoto.megabytes * MEGABYTE)
      tooLarge[name] = fileTooLarge(guestPhoto.megabytes)
  }
  const answers = Object.fromEntries(asked.questions.map(({ id }) => [id, texts[`answers.${id}`]]))
  return { ...checkGuestAnswers(asked, { phone: texts.phone, answers }, photos).fields, ...tooLarge }
}
