import { Box, type BoxProps, type ElementProps } from '@mantine/core'
import surfaces from '../page/surfaces.module.css'

interface NoteProps extends BoxProps, ElementProps<'div'> {
  tone?: 'plain' | 'warn' | 'bad'
}

/** A sentence or two where they matter, read out as they appear; nothing while it is empty. */
export function Note({ tone = 'warn', ...props }: NoteProps) {
  return <Box role="status" {...props} className={surfaces.note} data-tone={tone} />
}
