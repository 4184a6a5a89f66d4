import { expect, test } from 'vitest'
import { staleErrors } from './form-shell.tsx'

const values = {
  email: 'anna',
  startTime: '16:00',
  endTime: '10:00',
  fields: [{ label: 'Hem', options: [{ value: '' }] }],
}
const early = 'End time must be after start time'
/** The rule of the hours alone. */
const validate = ({ startTime, endTime }: typeof values) => (endTime > startTime ? {} : { endTime: early })

test.each([
  ['nothing that was not edited', {}, []],
  ['what is said about an edited field', { email: 'anna@' }, ['email']],
  ['a rule of two fields once it holds, whichever was edited', { startTime: '09:00' }, ['endTime']],
  ['not that rule while it is broken', { startTime: '15:00' }, []],
  [
    'what is said deep in a list',
    { fields: [{ label: 'Hem', options: [{ value: 'Long' }] }] },
    ['fields.0.options.0.value'],
  ],
  [
    'not what is said beside it',
    { fields: [{ label: 'Hems', options: [{ value: '' }] }] },
    ['fields.0.label'],
  ],
])('an edit clears %s', (_, edit, cleared) => {
  const errors = {
    email: 'Invalid email address',
    endTime: early,
    'fields.0.label': 'Taken',
    'fields.0.options.0.value': 'Enter a value',
  }
  expect(staleErrors(errors, validate, values, { ...values, ...edit })).toEqual(cleared)
})
