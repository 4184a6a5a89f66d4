import { Button, Text } from '@mantine/core'

/** A button beside the main one, or where there is no main one. */
export const QuietButton = Button.withProps({ variant: 'default' })

/** Words beside those that matter, in the soft ink. */
export const QuietText = Text.withProps({ c: 'dimmed' })

/** A button without a border, as in a row of a list. */
export const SubtleButton = Button.withProps({ variant: 'subtle' })
