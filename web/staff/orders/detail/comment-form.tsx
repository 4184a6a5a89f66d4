import { Button, Stack, Textarea } from '@mantine/core'
import { commentInput } from '@trunkshow/contract/orders/schema.ts'
import { useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { useComment } from './order-calls.ts'

interface CommentFormProps {
  orderId: number
  value: string
  onChange: (comment: string) => void
}

/** Adds an internal comment to the order's history. */
export function CommentForm({ orderId, value, onChange }: CommentFormProps) {
  const comment = useComment(orderId)
  const [problem, setProblem] = useState<string>()
  const refused = comment.error instanceof CallError ? comment.error.fields.comment : undefined
  const send = () => {
    const { data, error } = commentInput.safeParse({ comment: value })
    setProblem(error?.issues[0]?.message)
    if (data) comment.mutate(data.comment, { onSuccess: () => onChange('') })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Stack gap="xs" align="flex-start">
        <Textarea
          label="Comment"
          w="100%"
          rows={2}
          resize="vertical"
          value={value}
          error={problem ?? refused}
          onChange={({ currentTarget }) => {
            setProblem(undefined)
            if (refused) comment.reset()
            onChange(currentTarget.value)
          }}
        />
        <Button type="submit" variant="default" disabled={comment.isPending}>
          {comment.isPending ? 'Adding...' : 'Add comment'}
        </Button>
      </Stack>
    </form>
  )
}
